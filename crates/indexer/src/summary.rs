//! What a build says of itself when it is done.

use std::collections::BTreeMap;
use std::fmt;

use index::{LanguageInfo, grouped};

use crate::error::Problem;

/// How many problems are listed one by one.
const MAX_LISTED: usize = 20;

/// Counts of a build. `Display` gives short lines for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The title of the corpus.
    pub title: String,
    /// The folder that it was built from.
    pub root: String,
    /// Documents in the index.
    pub n_documents: u32,
    /// Chunks in the index.
    pub n_chunks: u32,
    /// Different terms in the index.
    pub n_terms: usize,
    /// Bytes of all documents' content.
    pub text_bytes: u64,
    /// Bytes of the term index.
    pub terms_bytes: u64,
    /// Bytes of everything else.
    pub knowledge_bytes: u64,
    /// How long the build took.
    pub seconds: f64,
    /// The languages of the documents, the most frequent first.
    pub languages: Vec<LanguageInfo>,
    /// Files of kinds that are not read: how many, by class.
    pub not_read: BTreeMap<String, u32>,
    /// Files that are left out by a rule: how many, by what the rule says.
    pub left_out: BTreeMap<String, u32>,
    /// What was left out and why, by path.
    pub problems: Vec<Problem>,
    /// What the owner should know.
    pub notes: Vec<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} from {}", self.title, self.root)?;
        let languages: Vec<String> = self
            .languages
            .iter()
            .map(|language| format!("{} {}", grouped(language.documents as usize), language.code))
            .collect();
        writeln!(
            f,
            "{} documents ({}), {} chunks, {} terms",
            grouped(self.n_documents as usize),
            languages.join(", "),
            grouped(self.n_chunks as usize),
            grouped(self.n_terms),
        )?;
        writeln!(
            f,
            "{} of text, {} embedded ({} terms, {} knowledge), built in {:.1} s",
            bytes(self.text_bytes),
            bytes(self.terms_bytes + self.knowledge_bytes),
            bytes(self.terms_bytes),
            bytes(self.knowledge_bytes),
            self.seconds,
        )?;
        for (what, counts) in [("not read", &self.not_read), ("left out", &self.left_out)] {
            let mut classes: Vec<_> = counts.iter().collect();
            classes.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
            let classes: Vec<String> = classes
                .into_iter()
                .map(|(class, n)| format!("{} {class}", grouped(*n as usize)))
                .collect();
            if !classes.is_empty() {
                writeln!(f, "{what}: {}", classes.join(", "))?;
            }
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        if !self.problems.is_empty() {
            let n = count(self.problems.len(), "problem", "problems");
            writeln!(f, "{n}, each a file or a part of one that is not served:")?;
            for problem in self.problems.iter().take(MAX_LISTED) {
                writeln!(f, "  {problem}")?;
            }
            if let Some(more) = self
                .problems
                .len()
                .checked_sub(MAX_LISTED)
                .filter(|more| *more > 0)
            {
                writeln!(f, "  and {} more", grouped(more))?;
            }
        }
        Ok(())
    }
}

/// A number and its noun: `1 file`, `1,200 files`.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// Bytes in the largest unit that leaves a number of at least one.
pub(crate) fn bytes(n: u64) -> String {
    match n {
        0..1_000 => format!("{n} B"),
        1_000..1_000_000 => format!("{:.1} kB", n as f64 / 1e3),
        _ => format!("{:.1} MB", n as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn says_everything_in_short_lines() {
        let language = |code: &str, documents| LanguageInfo {
            common: Vec::new(),
            code: code.to_owned(),
            documents,
        };
        let problem = |i| Problem::new(format!("x.org/{i}.md"), 3, "is not UTF-8");
        let summary = Summary {
            title: "Docs".to_owned(),
            root: "/docs".to_owned(),
            n_documents: 11_212,
            n_chunks: 45_000,
            n_terms: 1_234_567,
            text_bytes: 42_800_000,
            terms_bytes: 900,
            knowledge_bytes: 12_345,
            seconds: 12.34,
            languages: vec![language("en", 11_000), language("fr", 212)],
            not_read: BTreeMap::from([(".html".to_owned(), 2), (".txt".to_owned(), 1000)]),
            left_out: BTreeMap::from([("drafts".to_owned(), 1)]),
            problems: (0..22).map(problem).collect(),
            notes: vec!["a note".to_owned()],
        };
        expect![[r"
            Docs from /docs
            11,212 documents (11,000 en, 212 fr), 45,000 chunks, 1,234,567 terms
            42.8 MB of text, 13.2 kB embedded (900 B terms, 12.3 kB knowledge), built in 12.3 s
            not read: 1,000 .txt, 2 .html
            left out: 1 drafts
            note: a note
            22 problems, each a file or a part of one that is not served:
              x.org/0.md:3: is not UTF-8
              x.org/1.md:3: is not UTF-8
              x.org/2.md:3: is not UTF-8
              x.org/3.md:3: is not UTF-8
              x.org/4.md:3: is not UTF-8
              x.org/5.md:3: is not UTF-8
              x.org/6.md:3: is not UTF-8
              x.org/7.md:3: is not UTF-8
              x.org/8.md:3: is not UTF-8
              x.org/9.md:3: is not UTF-8
              x.org/10.md:3: is not UTF-8
              x.org/11.md:3: is not UTF-8
              x.org/12.md:3: is not UTF-8
              x.org/13.md:3: is not UTF-8
              x.org/14.md:3: is not UTF-8
              x.org/15.md:3: is not UTF-8
              x.org/16.md:3: is not UTF-8
              x.org/17.md:3: is not UTF-8
              x.org/18.md:3: is not UTF-8
              x.org/19.md:3: is not UTF-8
              and 2 more
        "]]
        .assert_eq(&summary.to_string());
    }
}

//! What a sentence shows of itself: whether it gives what is wanted, whether it is understood alone.

use super::evidence::{Kind, Unit};
use super::question::{Question, Want};
use super::sentences::words;
use crate::cues::{has_cue, has_one, is_han_or_kana, is_pieced, is_south_east_asian, spaced};
use crate::speech::{Speech, begins_with};

/// Characters at the beginning of a sentence that are looked at for what it begins with.
const HEAD: usize = 60;

/// What a form of `to be` promises that no article follows: `it is fast`, `they are read`.
const BARE: f32 = 0.5;

/// What an entry of a list promises, and words that its name has at most.
const ENTRY: f32 = 0.7;
const MAX_NAME: usize = 4;

/// A sentence, ready to be looked at.
pub(super) struct Sentence<'s> {
    text: &'s str,
    /// As [`spaced`] makes it.
    words: String,
    /// The languages that it may be in.
    speeches: &'s [&'static Speech],
}

impl<'s> Sentence<'s> {
    pub(super) fn new(text: &'s str, speeches: &'s [&'static Speech]) -> Self {
        Sentence {
            text,
            words: spaced(text),
            speeches,
        }
    }

    fn has(&self, cues: impl Fn(&Speech) -> &'static [&'static str]) -> bool {
        self.speeches
            .iter()
            .any(|speech| has_one(cues(speech), &self.words))
    }

    fn begins(&self, cues: impl Fn(&Speech) -> &'static [&'static str]) -> bool {
        self.speeches
            .iter()
            .any(|speech| begins_with(&self.words, cues(speech)))
    }

    /// Numbers that the question does not have.
    fn new_digits<'a>(&'a self, question: &'a Question) -> impl Iterator<Item = &'a str> {
        let has_digit = |word: &&str| word.chars().any(char::is_numeric);
        let numbers = self.words.split(' ').filter(has_digit);
        numbers.filter(|word| !question.has_word(word))
    }

    /// How well it gives what is wanted, between 0 and 1.
    pub(super) fn satisfies(&self, want: Want, question: &Question) -> f32 {
        let new = |cues: &[&str]| {
            cues.iter()
                .any(|cue| has_cue(&self.words, cue) && !question.has_word(cue))
        };
        let one_new = |cues: fn(&Speech) -> &'static [&'static str]| {
            self.speeches.iter().any(|speech| new(cues(speech)))
        };
        let has_digits = || self.new_digits(question).next().is_some();
        let yes = |yes: bool| if yes { 1.0 } else { 0.0 };
        match want {
            Want::Number => yes(has_digits() || one_new(|speech| speech.numbers)),
            Want::Date => {
                let is_year = |word: &str| {
                    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
                    digits.len() == 4 && digits.starts_with(['1', '2'])
                };
                if self.new_digits(question).any(is_year) {
                    1.0
                } else {
                    0.2 * yes(has_digits())
                }
            }
            Want::Name => {
                let mut words = self.text.split_whitespace().skip(1);
                yes(words.any(|word| {
                    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
                    word.starts_with(char::is_uppercase)
                        && !question.has_word(word.to_lowercase().as_str())
                }))
            }
            Want::Reason => yes(one_new(|speech| speech.reasons)),
            Want::Value => yes(self.has_new_code(question) || has_digits()),
            Want::Code => yes(self.has_new_code(question)),
            Want::Verdict => yes(self.has(|speech| speech.verdicts)),
            Want::Contrast => yes(self.has(|speech| speech.contrasts)),
            // What the question is about has to be known for these.
            Want::Definition | Want::Instruction => 0.0,
        }
    }

    /// Whether it has something in code that the question does not have.
    fn has_new_code(&self, question: &Question) -> bool {
        let mut parts = self.text.split('`').skip(1).step_by(2);
        parts.any(|code| {
            let words = spaced(code);
            words.trim().is_empty() || !question.has_word(words.trim())
        })
    }

    /// What it says something of, if it says what that is: the words before a form of `to be` near
    /// its beginning, without an article, and how much the words after it promise a definition,
    /// between 0 and 1.
    pub(super) fn definition(&self) -> Option<(Vec<&str>, f32)> {
        self.entry().or_else(|| self.predication())
    }

    /// An entry of a list or manual, `name --- what it is`, likewise.
    fn entry(&self) -> Option<(Vec<&str>, f32)> {
        let dashes = [" --- ", " -- ", " — ", " – ", " - "];
        let places = dashes.iter().filter_map(|dash| self.text.find(dash));
        let n_words = spaced(self.text.get(..places.min()?)?)
            .split_whitespace()
            .count();
        let words: Vec<&str> = self.words.split_whitespace().take(n_words).collect();
        (1..=MAX_NAME).contains(&n_words).then_some((words, ENTRY))
    }

    /// A sentence with a form of `to be` near its beginning, likewise.
    fn predication(&self) -> Option<(Vec<&str>, f32)> {
        let end = self.words.char_indices().nth(HEAD);
        let head = self
            .words
            .get(..end.map_or(self.words.len(), |(at, _)| at))?;
        let copulas = self.speeches.iter().flat_map(|speech| speech.copulas);
        let places = copulas.filter_map(|copula| {
            let is_copula = |at: &usize| {
                let before = head.get(..*at).unwrap_or_default();
                let after = self.words.get(at + copula.len()..).unwrap_or_default();
                before.len() > 1
                    && (copula.starts_with(is_pieced)
                        || (before.ends_with(' ') && after.starts_with(' ')))
            };
            let mut places = head.match_indices(copula).map(|(at, _)| at);
            places.find(is_copula).map(|at| (at, at + copula.len()))
        });
        let (start, _) = places.clone().min()?;
        let end = places
            .filter(|(at, _)| *at == start)
            .map(|(_, end)| end)
            .max()?;
        let is_article = |word: &&str| self.is_article(word);
        let words = head.get(..start)?.split_whitespace();
        let words = words.enumerate();
        let words = words.filter(|(n, word)| *n > 0 || !self.is_article(word));
        let words = words.map(|(_, word)| word).collect();
        let copula = self.words.get(start..end)?;
        let after = self.words.get(end..)?.split_whitespace().next();
        let names_a_kind = copula.split_whitespace().any(|word| is_article(&word))
            || after.is_some_and(|word| is_article(&word))
            || self.has_no_articles();
        Some((words, if names_a_kind { 1.0 } else { BARE }))
    }

    /// Its first `n` words, without an article.
    pub(super) fn beginning(&self, n: usize) -> Vec<&str> {
        let mut words = self.words.split_whitespace().peekable();
        words.next_if(|word| self.is_article(word));
        words.take(n).collect()
    }

    fn is_article(&self, word: &str) -> bool {
        self.speeches
            .iter()
            .any(|speech| speech.articles.contains(&word))
    }

    /// Whether its language, the first, has no articles.
    fn has_no_articles(&self) -> bool {
        let first = self.speeches.first();
        first.is_some_and(|speech| speech.articles.is_empty())
    }

    /// Whether it begins with `yes` or `no`.
    pub(super) fn answers(&self) -> bool {
        self.begins(|speech| speech.answers)
    }

    /// Whether it points to something before it.
    pub(super) fn points_back(&self) -> bool {
        self.begins(|speech| speech.pointers)
    }

    /// Whether it, or the label of a box, begins like a caveat.
    pub(super) fn is_caveat(&self) -> bool {
        self.begins(|speech| speech.caveats)
    }

    /// Whether it says where to read on.
    pub(super) fn leads_elsewhere(&self) -> bool {
        self.begins(|speech| speech.elsewhere) || is_mostly_address(self.text)
    }
}

/// Whether most of a text is an address, or one that is too long to be read.
fn is_mostly_address(text: &str) -> bool {
    /// Characters of an address that nobody reads.
    const LONG: usize = 80;
    let lengths = text
        .split_whitespace()
        .filter(|word| word.contains("://"))
        .map(str::len);
    let (sum, longest) = lengths.fold((0, 0), |(sum, longest), length| {
        (sum + length, length.max(longest))
    });
    sum * 2 > text.len() || longest > LONG
}

/// Whether emphasis, code, quotation marks or brackets are open at the end, or closed unopened: a
/// part of something that the division into sentences cut.
pub(super) fn is_unbalanced(text: &str) -> bool {
    let mut prose = String::with_capacity(text.len());
    let mut parts = text.split('`');
    let n_ticks = text.matches('`').count();
    if n_ticks % 2 == 1 {
        return true;
    }
    while let Some(part) = parts.next() {
        prose.push_str(part);
        parts.next();
    }
    let odd = |mark: &str| prose.matches(mark).count() % 2 == 1;
    let differ =
        |open: char, close: char| prose.matches(open).count() != prose.matches(close).count();
    odd("**")
        || odd("__")
        || odd("\"")
        || differ('(', ')')
        || differ('[', ']')
        || differ('“', '”')
        || differ('«', '»')
        || differ('「', '」')
}

/// Whether a unit is less than a sentence: a label, a caption, the beginning of one.
pub(super) fn is_fragment(unit: &Unit, n_words: usize) -> bool {
    let end = unit
        .text
        .trim_end_matches(['*', '_', ')', ']', '"', '”', '»', '」', '`', '\'']);
    let is_ended = end.ends_with([
        '.', '!', '?', '…', '。', '！', '？', '।', '؟', ':', '：', '۔',
    ]);
    let asks = end.ends_with(['?', '？', '؟']);
    let last = end.chars().next_back();
    let is_unspaced = last.is_some_and(|c| is_han_or_kana(c) || is_south_east_asian(c));
    let begins_inside = unit.text.starts_with(char::is_lowercase);
    let is_part = match unit.kind {
        Kind::Sentence => begins_inside || n_words < 3 || asks || !(is_ended || is_unspaced),
        Kind::Item { .. } => !is_ended,
        Kind::Row => n_words < 4,
        Kind::Code => true,
    };
    is_part || is_unbalanced(&unit.text)
}

/// Whether a unit that has a colon at its end introduces what follows.
pub(super) fn introduces(unit: &Unit) -> bool {
    unit.text
        .trim_end_matches(['*', '_'])
        .ends_with([':', '：'])
}

/// How many words a text has that are code or prose.
pub(super) fn prose(unit: &Unit) -> usize {
    if unit.kind == Kind::Code {
        0
    } else {
        words(&unit.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speech::of_tag;

    #[test]
    fn sentences_give_what_is_wanted_if_the_question_does_not() {
        let question = Question::new("How many names may one call of 2015 have?");
        let gives =
            |want, text| Sentence::new(text, &of_tag("en")).satisfies(want, &question) > 0.5;
        assert!(gives(Want::Number, "A call has at most 20 names."));
        assert!(gives(
            Want::Number,
            "A call has at most twenty, or two dozen."
        ));
        assert!(!gives(Want::Number, "It was in 2015."));
        assert!(gives(Want::Date, "It was in 1999."));
        assert!(gives(Want::Name, "It was Ada."));
        assert!(!gives(Want::Name, "Ada it was."));
        assert!(gives(Want::Code, "Set `limit` to more."));
        assert!(!gives(Want::Code, "Set `2015` to more."));
    }

    #[test]
    fn definitions_say_of_what_they_are() {
        let check = |text: &str, tag: &str, expected: Option<(&str, f32)>| {
            let speeches = of_tag(tag);
            let sentence = Sentence::new(text, &speeches);
            let definition = sentence.definition();
            let definition = definition.map(|(words, promise)| (words.join(" "), promise));
            let expected = expected.map(|(words, promise)| (words.to_owned(), promise));
            assert_eq!(definition, expected, "{text}");
        };
        check("A crate is a unit.", "en", Some(("crate", 1.0)));
        check("**Crates** are units.", "en", Some(("crates", 0.5)));
        check("Un état est une valeur.", "fr", Some(("état", 1.0)));
        check("缓存是一种存储。", "zh", Some(("缓存", 1.0)));
        check(
            "cargo-vendor --- Vendor all",
            "en",
            Some(("cargo vendor", 0.7)),
        );
        check("Nothing of the kind.", "en", None);
        check("Is it?", "en", None);
    }

    #[test]
    fn sentences_that_point_back_are_known_by_their_beginning() {
        let points_back = |text, tag| Sentence::new(text, &of_tag(tag)).points_back();
        assert!(points_back("It is fast.", "en") && points_back("**This** works.", "en"));
        assert!(points_back("这是一个", "zh") && points_back("Cela marche.", "fr"));
        assert!(!points_back("Italy is a country.", "en"));
        assert!(!points_back("The cache is fast.", "en"));
        let is_caveat = |text| Sentence::new(text, &of_tag("en")).is_caveat();
        assert!(is_caveat("**Note:** This fails.") && !is_caveat("Notebooks are read."));
    }

    #[test]
    fn sentences_that_send_the_reader_on_say_nothing() {
        let sends = |text| Sentence::new(text, &of_tag("en")).leads_elsewhere();
        assert!(sends("See also the guide.") && sends("For more information, read on."));
        assert!(sends("At https://example.org/a/very/long/address here."));
        assert!(!sends("The guide says more."));
    }

    #[test]
    fn cut_emphasis_and_brackets_are_seen() {
        for text in ["**A b.", "A \"b.", "A (b.", "b) c.", "Use `a.", "« a"] {
            assert!(is_unbalanced(text), "{text}");
        }
        for text in ["**A** b.", "A \"b\".", "A (b).", "Use `a(`.", "It's so."] {
            assert!(!is_unbalanced(text), "{text}");
        }
    }
}

//! Scores are what the definition in [`rank`](crate::rank) says.

use index::{ChunkId, CorpusInfo, DocumentId, Index, IndexWriter};

use super::{finish, index, page};
use crate::query::Query;
use crate::rank::rank;
use crate::{Options, Weights, bm25, explain};

/// What the windows compute is what the definition of the score says, also where a document
/// lies across two of them.
#[test]
fn windows_score_as_one_pass_over_all_chunks_would() {
    let words = ["cache", "page", "user", "token", "caches", "pages"];
    let mut writer = IndexWriter::new(CorpusInfo::default());
    for number in 0..40usize {
        let mut text = format!(
            "a.dev/{number:02} {} {}\n",
            words[number % 6],
            words[number % 5]
        );
        for chunk in 0..number * 7 {
            let word = |n: usize| words[(chunk * n + number) % 6];
            let heading = format!("H{chunk}: ");
            text.extend([&heading, word(1), " ", word(2), " other ", word(5), "\n"]);
        }
        if number % 3 == 0 {
            text.push_str("Last: zebra\n");
        }
        writer.add(&page(&text)).unwrap();
    }
    let bytes = finish(writer);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let n_chunks = index.statistics().n_chunks;
    assert!(n_chunks > 5000);
    let query = "cached page";
    let all = Options {
        limit: n_chunks as usize,
        per_document: usize::MAX,
        language: None,
        ..Options::default()
    };
    let hits = |options: &Options| rank(&index, &Query::new(&index, query, options), options);
    let windows = hits(&all);
    let mut expected = score_in_one_pass(&index, query);
    expected.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    assert_eq!(windows.len(), expected.len());
    for (hit, (chunk, score)) in windows.iter().zip(&expected) {
        assert!(
            (hit.score - score).abs() < 1e-4,
            "{hit:?}, expected {chunk} {score}"
        );
        assert_eq!(index.document_of(hit.chunk), hit.document);
    }
    // What is left out in one window leaves the documents of the next as they are.
    let narrowed = Query::new(&index, "cached page -zebra", &all);
    let has_zebra = |document: DocumentId| {
        let stored = index.document(document).unwrap();
        index.content(&stored).unwrap().contains("zebra")
    };
    let kept: Vec<ChunkId> = rank(&index, &narrowed, &all)
        .iter()
        .map(|hit| hit.chunk)
        .collect();
    let expected: Vec<ChunkId> = windows
        .iter()
        .filter(|hit| !has_zebra(hit.document))
        .map(|hit| hit.chunk)
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(kept, expected);
    for limit in [1, 5, 100] {
        assert_eq!(
            hits(&Options {
                limit,
                ..all.clone()
            }),
            windows[..limit]
        );
    }
}

#[test]
fn the_parts_of_a_score_are_its_sum() {
    let index = index();
    for query in [
        "when do tokens expire",
        "cached page hour",
        "Caching",
        "新幹線",
        "heure cache",
    ] {
        // Without a second look the score is that of the first.
        let weights = Weights {
            adjacent: 0.0,
            near: 0.0,
            literal: 0.0,
            same_title: 0.0,
            ..Weights::DEFAULT
        };
        let options = Options {
            weights,
            ..Options::default()
        };
        let explanation = explain(&index, query, &options).unwrap();
        assert!(!explanation.hits.is_empty(), "{query}");
        for parts in &explanation.hits {
            let (sum, score) = (parts.first_score(), parts.hit.score);
            assert!((sum - score).abs() < 1e-3, "{query}: {sum} {parts:?}");
        }
        assert_eq!(explanation.words.len(), explanation.hits[0].text.len());
    }
}

/// Scores of all chunks that match, by the definition.
fn score_in_one_pass(index: &Index<'_>, query: &str) -> Vec<(u32, f32)> {
    let w = Weights::DEFAULT;
    let statistics = index.statistics();
    let n_documents = statistics.n_documents as usize;
    let document_of = |chunk: usize| index.document_of(ChunkId(chunk as u32)).0 as usize;
    let mut chunks = vec![0.0; statistics.n_chunks as usize];
    let mut documents = vec![0.0; n_documents];
    let query = Query::new(index, query, &Options::default());
    for clause in &query.clauses {
        let mut text = vec![0.0; chunks.len()];
        let mut title = vec![0.0; n_documents];
        for form in &clause.forms {
            for posting in form.text.clone() {
                text[posting.id as usize] += form.weight * posting.weight as f32 / 2.0;
            }
            for posting in form.title.clone() {
                title[posting.id as usize] += form.weight * posting.weight as f32 / 2.0;
            }
        }
        let mut whole = title.clone();
        for chunk in (0..chunks.len()).filter(|&chunk| text[chunk] > 0.0) {
            whole[document_of(chunk)] += text[chunk];
            let length = index.chunk_length(ChunkId(chunk as u32)) as f32;
            let relative = length / statistics.average_chunk_length();
            let occurrences = text[chunk] + title[document_of(chunk)];
            chunks[chunk] += clause.chunk_weight
                * bm25::saturation(occurrences, relative, w.chunk_k1, w.chunk_b);
        }
        for (number, score) in documents.iter_mut().enumerate() {
            let id = DocumentId(number as u32);
            let relative = index.document_length(id) as f32 / statistics.average_document_length();
            *score += w.text
                * clause.document_weight
                * bm25::saturation(whole[number], relative, w.k1, w.b);
            let relative = index.title_length(id) as f32 / statistics.average_title_length();
            let in_title = bm25::saturation(title[number], relative, w.title_k1, w.title_b);
            *score += w.title * clause.title_weight * in_title;
        }
    }
    let mut whole = vec![0.0f32; n_documents];
    let mut headings = vec![0.0; chunks.len()];
    for form in &query.titles {
        for posting in form.text.clone() {
            headings[posting.id as usize] +=
                w.whole_heading * form.weight * posting.weight as f32 / 2.0;
        }
        for posting in form.title.clone() {
            whole[posting.id as usize] += form.weight * posting.weight as f32 / 2.0;
        }
    }
    for (chunk, heading) in headings.into_iter().enumerate() {
        chunks[chunk] += heading;
        let document = &mut whole[document_of(chunk)];
        *document = document.max(heading);
    }
    for (document, whole) in documents.iter_mut().zip(whole) {
        *document += whole;
    }
    let mut scores = Vec::new();
    for (number, score) in documents
        .iter()
        .enumerate()
        .filter(|(_, score)| **score > 0.0)
    {
        let range = index.chunks_of(DocumentId(number as u32));
        let of_document = &chunks[range.start as usize..range.end as usize];
        let best = of_document.iter().copied().fold(0.0, f32::max);
        for (chunk, own) in range.clone().zip(of_document) {
            if *own > 0.0 || (best == 0.0 && chunk == range.start) {
                let score = score + w.best_chunk * best + w.lead * of_document[0];
                scores.push((chunk, score / (1.0 + w.behind_best * (best - own) / score)));
            }
        }
    }
    scores
}

//! Okapi BM25, as Lucene computes it.
//!
//! Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).

/// How soon more occurrences stop to count, in the whole text of a document. Above Lucene's 1.2:
/// pages of documentation repeat a word because they are about it.
pub const K1: f32 = 1.6;

/// `K1` of a single chunk.
pub const CHUNK_K1: f32 = 1.2;

/// How much length counts: 0 not at all, 1 in full.
pub const B: f32 = 0.75;

/// `K1` of the title field, where words hardly ever repeat.
pub const TITLE_K1: f32 = 1.2;

/// The inverse document frequency of a term that `n` of `total` units have. Never negative.
#[must_use]
pub fn idf(n: u32, total: u32) -> f32 {
    let (n, total) = (n.min(total) as f32, total as f32);
    (1.0 + (total - n + 0.5) / (n + 0.5)).ln()
}

/// The part of a score that grows with `frequency`, between 0 and `k1 + 1`. `relative_length` is
/// the length of the unit over the mean length.
#[must_use]
pub fn saturation(frequency: f32, relative_length: f32, k1: f32) -> f32 {
    frequency * (k1 + 1.0) / (frequency + k1 * (1.0 - B + B * relative_length))
}

#[cfg(test)]
mod tests {
    use super::{K1, idf, saturation};

    #[test]
    fn rare_terms_weigh_more() {
        assert!(idf(1, 1000) > idf(10, 1000));
        assert!(idf(1000, 1000) > 0.0);
        assert!(idf(2000, 1000) > 0.0);
    }

    #[test]
    fn occurrences_saturate_and_length_dilutes() {
        assert!(saturation(2.0, 1.0, K1) < 2.0 * saturation(1.0, 1.0, K1));
        assert!(saturation(1.0, 2.0, K1) < saturation(1.0, 1.0, K1));
        assert!(saturation(1e9, 1.0, K1) <= K1 + 1.0);
    }
}

//! Okapi BM25, as Lucene computes it.
//!
//! Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).

/// The inverse document frequency of a term that `n` of `total` units have. Never negative.
pub(crate) fn idf(n: u32, total: u32) -> f32 {
    let (n, total) = (n.min(total) as f32, total as f32);
    (1.0 + (total - n + 0.5) / (n + 0.5)).ln()
}

/// The part of a score that grows with `frequency`, between 0 and `k1 + 1`. `relative_length` is
/// the length of the unit over the mean length; `k1` says how soon more occurrences stop to count,
/// `b` how much length counts.
pub(crate) fn saturation(frequency: f32, relative_length: f32, k1: f32, b: f32) -> f32 {
    frequency * (k1 + 1.0) / (frequency + k1 * (1.0 - b + b * relative_length))
}

#[cfg(test)]
mod tests {
    use super::{idf, saturation};

    const K1: f32 = 1.2;
    const B: f32 = 0.75;

    #[test]
    fn rare_terms_weigh_more() {
        assert!(idf(1, 1000) > idf(10, 1000));
        assert!(idf(1000, 1000) > 0.0);
        assert!(idf(2000, 1000) > 0.0);
    }

    #[test]
    fn occurrences_saturate_and_length_dilutes() {
        assert!(saturation(2.0, 1.0, K1, B) < 2.0 * saturation(1.0, 1.0, K1, B));
        assert!(saturation(1.0, 2.0, K1, B) < saturation(1.0, 1.0, K1, B));
        assert!(saturation(1e9, 1.0, K1, B) <= K1 + 1.0);
    }
}

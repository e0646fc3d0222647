//! Measures of a ranking against judgements, as `trec_eval` and BEIR compute them.
//!
//! One rule is stricter: of documents with equal scores the wanted ones come last. A ranking that
//! cannot tell documents apart must not win by the order in which they happen to be listed.

use std::collections::BTreeMap;

use serde::Serialize;

/// A document and its score.
pub(crate) type Scored = (String, f32);

/// The judgements of one query: document id -> relevance; above 0 is relevant.
pub(crate) type Judgements = BTreeMap<String, u32>;

/// The measures of one query, or their means over several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Measures {
    /// Gain rel / log2(rank + 1) over the first ten, as a share of what the best order gains.
    pub(crate) ndcg_10: f64,
    /// 1 / rank of the first relevant document, 0 below rank 10.
    pub(crate) mrr_10: f64,
    /// 1 if the first document is relevant.
    pub(crate) hit_1: f64,
    /// Share of the relevant documents among the first hundred.
    pub(crate) recall_100: f64,
}

impl Measures {
    /// Measures `ranking`, best document first. A query without a relevant document has none.
    pub(crate) fn of(ranking: &[Scored], judgements: &Judgements) -> Option<Measures> {
        let mut ideal: Vec<u32> = judgements
            .values()
            .copied()
            .filter(|rel| *rel > 0)
            .collect();
        if ideal.is_empty() {
            return None;
        }
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        let relevance = |(id, _): &Scored| judgements.get(id).copied().unwrap_or(0);
        let first = ranking.iter().take(10).position(|hit| relevance(hit) > 0);
        let found = ranking
            .iter()
            .take(100)
            .filter(|hit| relevance(hit) > 0)
            .count();
        Some(Measures {
            ndcg_10: gain(ranking.iter().map(relevance)) / gain(ideal.iter().copied()),
            mrr_10: first.map_or(0.0, |i| 1.0 / (i + 1) as f64),
            hit_1: if first == Some(0) { 1.0 } else { 0.0 },
            recall_100: found as f64 / ideal.len() as f64,
        })
    }

    /// The mean of each measure; all 0 of nothing.
    pub(crate) fn mean(all: &[Measures]) -> Measures {
        let mean = |measure: fn(&Measures) -> f64| {
            all.iter().map(measure).sum::<f64>() / all.len().max(1) as f64
        };
        Measures {
            ndcg_10: mean(|m| m.ndcg_10),
            mrr_10: mean(|m| m.mrr_10),
            hit_1: mean(|m| m.hit_1),
            recall_100: mean(|m| m.recall_100),
        }
    }
}

/// Discounted cumulative gain of the first ten.
fn gain(relevance: impl Iterator<Item = u32>) -> f64 {
    let discounted = |(i, rel): (usize, u32)| f64::from(rel) / ((i + 2) as f64).log2();
    relevance.take(10).enumerate().map(discounted).sum()
}

/// Sorts by descending score, of equal scores the least relevant first, then by id.
pub(crate) fn rank_ties_worst(hits: &mut [Scored], judgements: &Judgements) {
    let relevance = |id: &str| judgements.get(id).copied().unwrap_or(0);
    hits.sort_by(|(a_id, a), (b_id, b)| {
        b.total_cmp(a)
            .then_with(|| relevance(a_id).cmp(&relevance(b_id)))
            .then_with(|| a_id.cmp(b_id))
    });
}

/// The value at `share` (0 to 1) of the way through the sorted `values`; 0 of nothing.
pub(crate) fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    #[expect(clippy::cast_sign_loss, reason = "a share of a length is not negative")]
    let i = (values.len().saturating_sub(1) as f64 * share).round() as usize;
    values.get(i).copied().unwrap_or(0.0)
}

/// `part` of `of` in percent; 0 of nothing.
pub(crate) fn percent(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::{Judgements, Measures, Scored, quantile, rank_ties_worst};

    fn hits(scored: &[(&str, f32)]) -> Vec<Scored> {
        scored
            .iter()
            .map(|(id, score)| ((*id).to_owned(), *score))
            .collect()
    }

    fn judgements(judged: &[(&str, u32)]) -> Judgements {
        judged
            .iter()
            .map(|(id, rel)| ((*id).to_owned(), *rel))
            .collect()
    }

    #[track_caller]
    fn assert_close(got: Measures, want: Measures) {
        let pairs = [
            (got.ndcg_10, want.ndcg_10),
            (got.mrr_10, want.mrr_10),
            (got.hit_1, want.hit_1),
            (got.recall_100, want.recall_100),
        ];
        assert!(
            pairs.iter().all(|(a, b)| (a - b).abs() < 1e-6),
            "{got:?} is not {want:?}"
        );
    }

    #[test]
    fn measures_agree_with_a_case_by_hand() {
        // a (2) and b (1) are relevant and found at ranks 2 and 4, c (1) is not found.
        let judged = judgements(&[("a", 2), ("b", 1), ("c", 1), ("x", 0)]);
        let ranking = hits(&[("x", 4.0), ("a", 3.0), ("y", 2.0), ("b", 1.0)]);
        // Gain 2/log2(3) + 1/log2(5) = 1.261860 + 0.430677; ideal 2 + 1/log2(3) + 1/2 = 3.130930.
        let want = Measures {
            ndcg_10: 1.692_536 / 3.130_930,
            mrr_10: 0.5,
            hit_1: 0.0,
            recall_100: 2.0 / 3.0,
        };
        assert_close(Measures::of(&ranking, &judged).unwrap_or_default(), want);
    }

    #[test]
    fn what_stands_below_the_cut_does_not_count() {
        let judged = judgements(&[("wanted", 1)]);
        let mut ranking: Vec<Scored> = (0..10).map(|i| (format!("other{i}"), 1.0)).collect();
        ranking.push(("wanted".to_owned(), 0.5));
        let want = Measures {
            recall_100: 1.0,
            ..Measures::default()
        };
        assert_close(Measures::of(&ranking, &judged).unwrap_or_default(), want);
        ranking.splice(0..0, (0..90).map(|i| (format!("more{i}"), 2.0)));
        assert_close(
            Measures::of(&ranking, &judged).unwrap_or_default(),
            Measures::default(),
        );
    }

    #[test]
    fn a_query_without_a_result_scores_zero_and_one_without_judgement_not_at_all() {
        let judged = judgements(&[("a", 1)]);
        assert_eq!(Measures::of(&[], &judged), Some(Measures::default()));
        assert_eq!(
            Measures::of(&hits(&[("a", 1.0)]), &judgements(&[("a", 0)])),
            None
        );
    }

    #[test]
    fn a_ranking_that_scores_everything_alike_is_the_worst_one() {
        let judged = judgements(&[("a", 1), ("b", 2)]);
        let mut ranking = hits(&[
            ("b", 1.0),
            ("a", 1.0),
            ("z", 1.0),
            ("low", 0.5),
            ("top", 2.0),
        ]);
        rank_ties_worst(&mut ranking, &judged);
        let ids: Vec<&str> = ranking.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["top", "z", "a", "b", "low"]);
    }

    #[test]
    fn a_mean_weighs_queries_alike() {
        let all = [
            Measures {
                ndcg_10: 1.0,
                hit_1: 1.0,
                ..Measures::default()
            },
            Measures::default(),
        ];
        assert_close(
            Measures::mean(&all),
            Measures {
                ndcg_10: 0.5,
                hit_1: 0.5,
                ..Measures::default()
            },
        );
        assert_close(Measures::mean(&[]), Measures::default());
    }

    #[test]
    fn quantiles_are_values_that_occurred() {
        let mut values = [3.0, 1.0, 2.0];
        let got = [0.0, 0.5, 1.0].map(|share| quantile(&mut values, share).to_bits());
        assert_eq!(got, [1.0, 2.0, 3.0].map(f64::to_bits));
        assert_eq!(quantile(&mut [], 0.5).to_bits(), 0);
    }
}

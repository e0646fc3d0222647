//! Terms that are spelled almost like a word: a walk over the keys of the dictionary beside an
//! automaton that counts edits.
//!
//! A key is a class and what turns it into a term, so a term is read in two steps: along the class,
//! and from some point of it along another suffix. The walk keeps the state of the automaton after
//! each byte of the class, and goes on from the one that the key names. A class may stray from the
//! word by its last letter, since stems replace a letter or so at the end of a word.
//!
//! A letter is not mistaken for one of another script. Without that, the walk would begin in each of the thousands of
//! Chinese characters that a corpus in several languages has: it took 2 ms there, and takes a tenth.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use fst::raw::{Fst, Node, Output};
use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};

use super::SEPARATOR;

/// Builders for one and for two edits; a swap of neighbours is one edit.
static BUILDERS: [LazyLock<LevenshteinAutomatonBuilder>; 2] = [
    LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true)),
    LazyLock::new(|| LevenshteinAutomatonBuilder::new(2, true)),
];

/// Bytes of a key at most, and then some: a class, two bytes, a term.
const MAX_KEY: usize = 3 * crate::analysis::MAX_TERM_BYTES;

/// Terms within some edits of a word.
pub(super) struct Near {
    dfa: DFA,
    max_distance: u8,
    /// First bytes of characters that no such term has.
    foreign: Vec<u8>,
}

/// First bytes of characters of scripts that have nothing in common, in UTF-8. Two scripts can share one. All others
/// may begin a Latin letter; of three bytes `0xe1` does, as Vietnamese has them.
const OF_SCRIPTS: [RangeInclusive<u8>; 2] = [0xe0..=0xe0, 0xe2..=0xf4];

impl Near {
    /// Terms within `max_distance` edits of `word`, 1 or 2.
    pub(super) fn new(word: &str, max_distance: u8) -> Near {
        let [one, two] = &BUILDERS;
        let builder = if max_distance > 1 { two } else { one };
        let of_scripts = OF_SCRIPTS.into_iter().flatten();
        Near {
            dfa: builder.build_dfa(word),
            max_distance,
            foreign: of_scripts
                .filter(|byte| !word.as_bytes().contains(byte))
                .collect(),
        }
    }

    /// The number of edits between the word and `term`.
    pub(super) fn distance(&self, term: &str) -> u8 {
        let state = term.bytes().fold(self.dfa.initial_state(), |state, byte| {
            self.dfa.transition(state, byte)
        });
        self.dfa.distance(state).to_u8()
    }

    /// The keys of such terms that begin with `prefix`, in their order, each with its value; no more
    /// than `limit`.
    pub(super) fn keys(&self, fst: &Fst<&[u8]>, prefix: &str, limit: usize) -> Vec<(Vec<u8>, u64)> {
        let mut walk = Walk {
            near: self,
            fst,
            key: Vec::with_capacity(MAX_KEY),
            states: vec![self.dfa.initial_state()],
            found: Vec::new(),
            limit,
        };
        let (mut node, mut output) = (fst.root(), Output::zero());
        for byte in prefix.bytes() {
            let Some(at) = node.find_input(byte) else {
                return Vec::new();
            };
            let transition = node.transition(at);
            walk.step(byte);
            (node, output) = (fst.node(transition.addr), output.cat(transition.out));
        }
        walk.class(&node, output);
        walk.found
    }

    fn is_foreign(&self, byte: u8) -> bool {
        !byte.is_ascii() && self.foreign.contains(&byte)
    }

    fn is_near(&self, state: u32) -> bool {
        matches!(self.dfa.distance(state), Distance::Exact(d) if d <= self.max_distance)
    }
}

/// A walk over the keys, and where it is.
struct Walk<'w, 'a> {
    near: &'w Near,
    fst: &'w Fst<&'a [u8]>,
    key: Vec<u8>,
    /// The states after no byte of the class, after its first, and so on.
    states: Vec<u32>,
    found: Vec<(Vec<u8>, u64)>,
    limit: usize,
}

impl Walk<'_, '_> {
    fn state(&self) -> u32 {
        self.states.last().copied().unwrap_or(SINK_STATE)
    }

    /// Goes on to the next byte of the class.
    fn step(&mut self, byte: u8) {
        let state = self.near.dfa.transition(self.state(), byte);
        self.states.push(state);
        self.key.push(byte);
    }

    fn take(&mut self, node: &Node<'_>, output: Output, state: u32) {
        if node.is_final() && self.near.is_near(state) && self.found.len() < self.limit {
            let value = output.cat(node.final_output()).value();
            self.found.push((self.key.clone(), value));
        }
    }

    /// All keys behind a node inside a class.
    fn class(&mut self, node: &Node<'_>, output: Output) {
        self.take(node, output, self.state());
        if let Some(at) = node.find_input(SEPARATOR) {
            let transition = node.transition(at);
            let behind = self.fst.node(transition.addr);
            self.forms(&behind, output.cat(transition.out));
        }
        if self.state() == SINK_STATE || self.key.len() > MAX_KEY {
            return;
        }
        for transition in node.transitions() {
            let is_way = transition.inp != SEPARATOR && !self.near.is_foreign(transition.inp);
            if is_way && self.found.len() < self.limit {
                self.step(transition.inp);
                let next = self.fst.node(transition.addr);
                self.class(&next, output.cat(transition.out));
                self.states.pop();
                self.key.pop();
            }
        }
    }

    /// All keys behind the separator.
    fn forms(&mut self, node: &Node<'_>, output: Output) {
        for transition in node.transitions() {
            let keep = usize::from(transition.inp);
            if let Some(&state) = self.states.get(keep).filter(|state| **state != SINK_STATE) {
                self.key.extend([SEPARATOR, transition.inp]);
                let next = self.fst.node(transition.addr);
                self.suffix(&next, output.cat(transition.out), state);
                self.key.truncate(self.key.len() - 2);
            }
        }
    }

    /// All keys behind a node inside a suffix.
    fn suffix(&mut self, node: &Node<'_>, output: Output, state: u32) {
        self.take(node, output, state);
        if self.key.len() > MAX_KEY {
            return;
        }
        for transition in node.transitions() {
            let next = self.near.dfa.transition(state, transition.inp);
            if next != SINK_STATE && self.found.len() < self.limit {
                self.key.push(transition.inp);
                let behind = self.fst.node(transition.addr);
                self.suffix(&behind, output.cat(transition.out), next);
                self.key.pop();
            }
        }
    }
}

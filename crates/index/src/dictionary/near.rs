//! Terms that are spelled almost like a word: an automaton that walks the keys of the dictionary.
//!
//! A key is a class and what turns it into a term, so a term is read in two steps: along the class,
//! and from some point of it along another suffix. The automaton keeps the states that it had after
//! each byte of the class, and goes on from the one that the key names.

use std::sync::LazyLock;

use fst::Automaton;
use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};

use super::SEPARATOR;
use crate::analysis::MAX_TERM_BYTES;

/// Builders for one and for two edits; a swap of neighbours is one edit.
static BUILDERS: [LazyLock<LevenshteinAutomatonBuilder>; 2] = [
    LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true)),
    LazyLock::new(|| LevenshteinAutomatonBuilder::new(2, true)),
];

/// How far a class may stray from the word and a term of it still be near: stems replace a letter
/// or so at the end of a word.
const STRAY: usize = 1;

/// Longest class that is walked.
const MAX_CLASS_BYTES: usize = MAX_TERM_BYTES + 8;

/// Matches the keys of terms within some edits of a word.
pub(super) struct Near {
    dfa: DFA,
    max_distance: u8,
}

impl Near {
    /// Terms within `max_distance` edits of `word`, 1 or 2.
    pub(super) fn new(word: &str, max_distance: u8) -> Near {
        let [one, two] = &BUILDERS;
        let builder = if max_distance > 1 { two } else { one };
        Near {
            dfa: builder.build_dfa(word),
            max_distance,
        }
    }

    /// The number of edits between the word and the term of a key that matched.
    pub(super) fn distance(&self, term: &str) -> u8 {
        let state = term.bytes().fold(self.dfa.initial_state(), |state, byte| {
            self.dfa.transition(state, byte)
        });
        self.dfa.distance(state).to_u8()
    }

    fn is_near(&self, state: u32) -> bool {
        matches!(self.dfa.distance(state), Distance::Exact(d) if d <= self.max_distance)
    }
}

/// How far a key has been read.
#[derive(Clone)]
pub(super) enum State {
    /// Inside the class: the states after each of its bytes, the last of them valid.
    Class {
        states: [u32; MAX_CLASS_BYTES],
        length: usize,
        /// Bytes since the class left what is near.
        stray: usize,
    },
    /// Behind the separator: the states to choose from.
    Keep([u32; MAX_CLASS_BYTES]),
    /// Inside the suffix.
    Suffix(u32),
    /// Nothing near lies behind.
    Lost,
}

impl Automaton for Near {
    type State = State;

    fn start(&self) -> State {
        let mut states = [SINK_STATE; MAX_CLASS_BYTES];
        if let Some(first) = states.first_mut() {
            *first = self.dfa.initial_state();
        }
        State::Class {
            states,
            length: 0,
            stray: 0,
        }
    }

    fn is_match(&self, state: &State) -> bool {
        match state {
            State::Class {
                states,
                length,
                stray: 0,
            } => states
                .get(*length)
                .is_some_and(|&state| self.is_near(state)),
            State::Suffix(state) => self.is_near(*state),
            State::Class { .. } | State::Keep(_) | State::Lost => false,
        }
    }

    fn can_match(&self, state: &State) -> bool {
        match state {
            State::Class { stray, .. } => *stray <= STRAY,
            State::Keep(_) => true,
            State::Suffix(state) => *state != SINK_STATE,
            State::Lost => false,
        }
    }

    fn accept(&self, state: &State, byte: u8) -> State {
        match state {
            State::Class { states, .. } if byte == SEPARATOR => State::Keep(*states),
            State::Class {
                states,
                length,
                stray,
            } => {
                let from = states.get(*length).copied().unwrap_or(SINK_STATE);
                let to = self.dfa.transition(from, byte);
                let mut states = *states;
                let length = length + 1;
                match states.get_mut(length) {
                    Some(state) => *state = to,
                    None => return State::Lost,
                }
                let stray = if to == SINK_STATE { stray + 1 } else { 0 };
                State::Class {
                    states,
                    length,
                    stray,
                }
            }
            State::Keep(states) => {
                State::Suffix(states.get(usize::from(byte)).copied().unwrap_or(SINK_STATE))
            }
            State::Suffix(state) => State::Suffix(self.dfa.transition(*state, byte)),
            State::Lost => State::Lost,
        }
    }
}

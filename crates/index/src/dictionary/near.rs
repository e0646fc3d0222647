//! Terms that are spelled almost like a word: an automaton that walks the keys of the dictionary.
//!
//! A key is a class and what turns it into a term, so a term is read in two steps: along the class,
//! and from some point of it along another suffix. The automaton keeps the states that it had after
//! the last bytes of the class, and goes on from the one that the key names. A walk copies its state
//! at every node, so a state is small.

use std::sync::LazyLock;

use fst::Automaton;
use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};

use super::SEPARATOR;

/// Builders for one and for two edits; a swap of neighbours is one edit.
static BUILDERS: [LazyLock<LevenshteinAutomatonBuilder>; 2] = [
    LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true)),
    LazyLock::new(|| LevenshteinAutomatonBuilder::new(2, true)),
];

/// How far a class may stray from the word and a term of it still be near: stems replace a letter
/// or so at the end of a word.
const STRAY: u8 = 1;

/// States that are kept. No stemmer here takes more off a word than this, but for a few words that
/// are not found then.
const RECENT: usize = 12;

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

    fn is_near(&self, state: u16) -> bool {
        matches!(self.dfa.distance(u32::from(state)), Distance::Exact(d) if d <= self.max_distance)
    }

    /// The state after `byte`. Words are short enough for their states to fit; one that is not has
    /// no neighbours.
    fn next(&self, state: u16, byte: u8) -> u16 {
        u16::try_from(self.dfa.transition(u32::from(state), byte)).unwrap_or(SINK)
    }
}

/// The state that nothing near comes after.
const SINK: u16 = SINK_STATE as u16;

/// How far a key has been read.
#[derive(Clone, Copy)]
pub(super) enum State {
    /// Inside the class.
    Class(Class),
    /// Behind the separator.
    Keep(Class),
    /// Inside the suffix.
    Suffix(u16),
}

/// What is known of a class so far.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// The states after all of its bytes, after all but one, and so on.
    recent: [u16; RECENT],
    /// Its bytes.
    length: u8,
    /// Bytes since it left what is near.
    stray: u8,
}

impl Automaton for Near {
    type State = State;

    fn start(&self) -> State {
        let mut recent = [SINK; RECENT];
        recent[0] = u16::try_from(self.dfa.initial_state()).unwrap_or(SINK);
        State::Class(Class {
            recent,
            length: 0,
            stray: 0,
        })
    }

    fn is_match(&self, state: &State) -> bool {
        match state {
            State::Class(class) => class.stray == 0 && self.is_near(class.recent[0]),
            State::Suffix(state) => self.is_near(*state),
            State::Keep(_) => false,
        }
    }

    fn can_match(&self, state: &State) -> bool {
        match state {
            State::Class(class) => class.stray <= STRAY,
            State::Keep(_) => true,
            State::Suffix(state) => *state != SINK,
        }
    }

    fn accept(&self, state: &State, byte: u8) -> State {
        match state {
            State::Class(class) if byte == SEPARATOR => State::Keep(*class),
            State::Class(class) => {
                let to = self.next(class.recent[0], byte);
                let mut recent = class.recent;
                recent.copy_within(..RECENT - 1, 1);
                recent[0] = to;
                let stray = if to == SINK { class.stray + 1 } else { 0 };
                let length = class.length.saturating_add(1);
                State::Class(Class {
                    recent,
                    length,
                    stray,
                })
            }
            State::Keep(class) => {
                let back = class.length.checked_sub(byte);
                let state = back.and_then(|back| class.recent.get(usize::from(back)));
                State::Suffix(state.copied().unwrap_or(SINK))
            }
            State::Suffix(state) => State::Suffix(self.next(*state, byte)),
        }
    }
}

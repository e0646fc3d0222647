//! What a question asks for: the kinds of questions, each with what a sentence must have to answer
//! it and the shape of a good answer.

use crate::cues::{has_cue, spaced};
use crate::speech::{self, Ask, Silence, Speech};

/// What a sentence that answers has beyond the words of the question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Want {
    /// A number, in digits or in words.
    Number,
    /// A date or a year.
    Date,
    /// A name: a capital inside the sentence.
    Name,
    /// A reason.
    Reason,
    /// A value: a number or something in code.
    Value,
    /// Something in code: a command, an option, a key.
    Code,
    /// What the subject is.
    Definition,
    /// Whether something can be done.
    Verdict,
    /// One thing set against another.
    Contrast,
    /// What to do.
    Instruction,
}

/// Which statements come after the first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Further {
    /// Those of all passages that come nearest to the question.
    Nearest,
    /// Those that follow it in its section.
    Section,
}

/// The shape of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// Statements at most, code and lists that belong to them not counted.
    pub(super) statements: usize,
    /// Words at most after the first statement, code not counted.
    pub(super) words: usize,
    /// Whether the steps near the best sentence are part of it.
    pub(super) steps: bool,
    /// Whether the code near it is.
    pub(super) code: bool,
    /// Whether a list that a sentence introduces answers better than the sentence alone.
    pub(super) lists: bool,
    pub(super) further: Further,
}

/// A fact: one sentence or two.
const FACT: Shape = Shape {
    statements: 2,
    words: 60,
    steps: false,
    code: false,
    lists: false,
    further: Further::Nearest,
};

/// An explanation: some sentences of one place.
const EXPLANATION: Shape = Shape {
    statements: 3,
    words: 90,
    further: Further::Section,
    ..FACT
};

/// Instructions: steps and code.
const GUIDE: Shape = Shape {
    statements: 3,
    words: 220,
    steps: true,
    code: true,
    further: Further::Section,
    ..FACT
};

/// A difference: a sentence about each of two things, or a table of both.
const DIFFERENCE: Shape = Shape {
    statements: 3,
    words: 100,
    lists: true,
    ..FACT
};

/// An error: what it means and what helps.
const ERROR: Shape = Shape {
    code: true,
    ..EXPLANATION
};

/// Several things.
const LISTING: Shape = Shape {
    words: 150,
    lists: true,
    ..FACT
};

/// Kinds of questions, what each wants, and the shape of its answer; without one, another kind may
/// give it. The first that a question is of gives the shape; what each wants counts.
static KINDS: &[(Ask, Option<Want>, Option<Shape>)] = &[
    (Ask::Difference, Some(Want::Contrast), Some(DIFFERENCE)),
    (Ask::Error, None, Some(ERROR)),
    (Ask::Reason, Some(Want::Reason), Some(EXPLANATION)),
    (Ask::Guide, Some(Want::Instruction), Some(GUIDE)),
    (Ask::Number, Some(Want::Number), Some(FACT)),
    (Ask::Date, Some(Want::Date), Some(FACT)),
    (Ask::Name, Some(Want::Name), Some(FACT)),
    (Ask::Value, Some(Want::Value), Some(FACT)),
    (Ask::Code, Some(Want::Code), Some(FACT)),
    (Ask::Listing, None, Some(LISTING)),
    (Ask::Definition, Some(Want::Definition), Some(FACT)),
    (Ask::Possible, Some(Want::Verdict), None),
    (Ask::Explanation, None, Some(EXPLANATION)),
];

/// A question, understood.
#[derive(Clone)]
pub(super) struct Question {
    /// The question, in lower case, its words with one space around each.
    words: String,
    /// The languages that it may be in; never empty.
    pub(super) speeches: Vec<&'static Speech>,
    pub(super) wants: Vec<Want>,
    pub(super) shape: Shape,
}

impl Question {
    pub(super) fn new(text: &str) -> Question {
        let words = spaced(text);
        let speeches = speech::of_question(&words);
        let mut wants = Vec::new();
        let mut shape = None;
        for (ask, want, of_kind) in KINDS {
            if speeches.iter().any(|speech| speech.asks(*ask, &words)) {
                wants.extend(want.filter(|want| !wants.contains(want)));
                shape = shape.or(*of_kind);
            }
        }
        if wants.contains(&Want::Instruction) {
            // "How do I set the limit": the number is what the reader knows.
            wants.retain(|want| matches!(want, Want::Instruction | Want::Contrast));
        }
        Question {
            words,
            speeches,
            wants,
            shape: shape.unwrap_or(FACT),
        }
    }

    /// Whether the question has this word, in lower case.
    pub(super) fn has_word(&self, word: &str) -> bool {
        has_cue(&self.words, word)
    }

    /// Whether a word of the question, as the analyzer gives it, says nothing of its subject.
    pub(super) fn is_function_word(&self, term: &str) -> bool {
        let term_alone = format!(" {term} ");
        self.speeches.iter().any(|speech| {
            speech.is_function_word(term) || speech.asks(Ask::Difference, &term_alone)
        })
    }

    /// The BCP 47 tag of the language that it is in, if it shows that.
    pub(super) fn language(&self) -> Option<&'static str> {
        match self.speeches.as_slice() {
            [speech] if speech.puts(&self.words) => Some(speech.code),
            _ => None,
        }
    }

    /// How its language says that there is no answer.
    pub(super) fn silence(&self) -> &'static Silence {
        speech::silence(&self.speeches)
    }

    /// Whether it may be in the language of a document with this BCP 47 tag.
    pub(super) fn may_be_in(&self, tag: &str) -> bool {
        let is_it = |speech: &&Speech| speech.is_of(tag);
        self.speeches.iter().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::{FACT, GUIDE, LISTING, Question, Want};

    #[test]
    fn questions_want_what_they_ask_for() {
        let check = |question: &str, wants: &[Want]| {
            assert_eq!(Question::new(question).wants, wants, "{question}");
        };
        check("How many points did they score?", &[Want::Number]);
        check("Wie viele Punkte gab es?", &[Want::Number]);
        check("黑豹队的防守丢了多少分？", &[Want::Number]);
        check("In what year did it begin?", &[Want::Date]);
        check("Qui a écrit Hamlet ?", &[Want::Name]);
        check("Pourquoi utiliser un état ?", &[Want::Reason]);
        check("Qu'est-ce qu'un composant ?", &[Want::Definition]);
        check("Was ist ein Paket?", &[Want::Definition]);
        check("Can I use it offline?", &[Want::Verdict]);
        check("A vs B", &[Want::Contrast]);
        check("How do I yank a version?", &[Want::Instruction]);
        check("Which flag turns it off?", &[Want::Code]);
        check(
            "What is the default port?",
            &[Want::Value, Want::Definition],
        );
        check("Shows everything whole", &[]);
    }

    #[test]
    fn answers_have_the_shape_that_questions_ask_for() {
        let check = |question: &str, shape| {
            assert_eq!(Question::new(question).shape, shape, "{question}");
        };
        check("How do I deploy it?", GUIDE);
        check("Comment installer le paquet ?", GUIDE);
        check("Wie kann ich es installieren?", GUIDE);
        check("¿Cómo se instala el paquete?", GUIDE);
        check("How many are there?", FACT);
        check("Which formats are read?", LISTING);
    }
}

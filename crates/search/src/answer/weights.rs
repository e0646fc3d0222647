//! What each sign that a sentence answers is worth, all in one place.
//!
//! They were fitted to questions in English and German whose answers people had marked, and checked
//! on others; `lab evaluate-answers` measures other values.

use crate::table::table;

table! {
    /// What each sign that a sentence answers is worth.
    AnswerWeights {
        /// The share of the question that the sentence has.
        own = 4.0,
        /// The same, words that are rare in the passage counting more.
        local = 5.5,
        /// Words that begin alike or contain one another, by the share that is alike.
        alike = 4.3,
        /// What the sentence before has and this one has not.
        before = 3.2,
        /// What the sentence after has and this one has not.
        after = 1.4,
        /// What the title and the headings have and the sentence has not.
        heading = 5.0,
        /// That it opens a section whose heading has this share of the question.
        opening = 2.5,
        /// That it opens a section whose heading is the question.
        headline = 5.0,
        /// That it stands in such a section.
        under = 2.0,
        /// That its section begins with `yes` or `no`, where the question can be answered so.
        answers = 3.0,
        /// That it is in another language than the question.
        foreign = 3.0,
        /// Words of the question that stand near each other in the sentence as in the question.
        near = 1.5,
        /// The score of the passage, less that of the best, as a share of it.
        passage = 3.3,
        /// The rank of the passage.
        rank = 0.6,
        /// The share of these two that counts where it is asked what something is.
        distant = 0.5,
        /// A number where one is asked for.
        number = 1.7,
        /// A date.
        date = 1.9,
        /// A name.
        name = 1.2,
        /// A reason.
        reason = 0.6,
        /// A value.
        value = 1.5,
        /// Something in code.
        code = 2.0,
        /// A definition.
        definition = 5.0,
        /// Whether something can be done.
        verdict = 0.5,
        /// One thing set against another.
        contrast = 1.5,
        /// Both of two things that are to be told apart.
        both = 3.0,
        /// What to do, at its beginning.
        instruction = 2.0,
        /// A list right behind it, where the question asks for several things.
        lists = 1.5,
        /// Code or steps right behind it, where the question asks how to do something.
        shows = 1.5,
        /// Each word beyond as many as a statement may have at no cost.
        long = 0.04,
        /// That the sentence cannot be understood by itself.
        pointer = 0.1,
        /// That it is no whole sentence.
        fragment = 1.5,
        /// That it says where to read on.
        elsewhere = 2.0,
        /// The confidence from which on there is an answer.
        enough = 0.5,
        /// What a further statement has of the question that is not said yet.
        gain = 2.5,
        /// That a further statement has what is wanted and the first has not.
        wanted = 3.0,
        /// A further statement must score as much less than the first at most.
        further = 5.0,
    }
}

//! Query time: from a question to passages and answers.

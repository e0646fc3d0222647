//! Development tools, never shipped: search and answers in a terminal, and how good they are.
//!
//! One file a command in `commands`; beside it what several commands need.

#![expect(clippy::print_stdout, reason = "a command prints its result")]

mod commands;
mod corpus;
mod flat;
mod flaws;
mod grounded;
mod measures;
mod progress;
mod set;
mod settings;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::{
    answer, build, check, chunks, evaluate, evaluate_answers, probe, questions, read, replay,
    score, search, store, sweep, trees,
};

/// Search a folder of documentation, and measure how well that goes.
#[derive(Parser)]
#[command(name = "lab", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Search(search::Arguments),
    Answer(answer::Arguments),
    Build(build::Arguments),
    Check(check::Arguments),
    Chunks(chunks::Arguments),
    Evaluate(evaluate::Arguments),
    EvaluateAnswers(evaluate_answers::Arguments),
    Probe(probe::Arguments),
    Questions(questions::Arguments),
    Read(read::Arguments),
    Replay(replay::Arguments),
    Score(score::Arguments),
    Store(store::Arguments),
    Sweep(sweep::Arguments),
    Trees(trees::Arguments),
}

fn main() -> anyhow::Result<ExitCode> {
    // Of what a reader like `head` does not want, nobody needs to hear.
    sigpipe::reset();
    let done = match Arguments::parse().command {
        Command::Search(arguments) => search::run(&arguments),
        Command::Answer(arguments) => answer::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Check(arguments) => return check::run(&arguments),
        Command::Chunks(arguments) => chunks::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::EvaluateAnswers(arguments) => evaluate_answers::run(&arguments),
        Command::Probe(arguments) => probe::run(&arguments),
        Command::Questions(arguments) => questions::run(&arguments),
        Command::Read(arguments) => read::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Score(arguments) => score::run(&arguments),
        Command::Store(arguments) => store::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Trees(arguments) => trees::run(&arguments),
    };
    done.map(|()| ExitCode::SUCCESS)
}

//! Weights other than those that are used, from the command line.

use anyhow::Context as _;

/// `weights`, but for those that `text` names: `name=value,...`. `get` finds one by its name.
pub(crate) fn with<W>(
    mut weights: W,
    get: for<'w> fn(&'w mut W, &str) -> Option<&'w mut f32>,
    text: &str,
) -> anyhow::Result<W> {
    for setting in text.split(',') {
        let (name, value) = setting
            .split_once('=')
            .with_context(|| format!("{setting}: not of the form name=value"))?;
        let weight =
            get(&mut weights, name).with_context(|| format!("{name}: there is no such weight"))?;
        *weight = value
            .parse()
            .with_context(|| format!("{value}: not a number"))?;
    }
    Ok(weights)
}

/// Reads a number of at least 1 from the command line.
///
/// # Errors
/// What is wrong with it, for the person who typed it.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|error| format!("{error}"))?;
    (number > 0)
        .then_some(number)
        .ok_or_else(|| "must be at least 1".to_owned())
}

//! The Worker: carries requests from the runtime to [`http::handle`] and answers back.
//!
//! The only file that names the `worker` crate. Everything else is a function of its arguments,
//! so that tests call it natively; and this package is a `cdylib` alone, because cargo optimizes no
//! library as a whole that is also an `rlib`.

mod embedded;

use std::sync::{LazyLock, Once};

use futures_util::StreamExt as _;
use index::Index;
use server::http;
use server::mcp::{Body, Quota};
use worker::{console_error, console_log, event};

/// The variable that lists the origins whose pages may ask, separated by commas.
const ALLOWED_ORIGINS: &str = "ALLOWED_ORIGINS";

/// Opened by the first request of an isolate. build.rs has verified the bytes.
static INDEX: LazyLock<Result<Index<'static>, index::Error>> =
    LazyLock::new(|| Index::open_with(embedded::TERMS, embedded::KNOWLEDGE, embedded::LANGUAGES));

/// Tells the log where a panic was. Not what it said: that may hold text of a request.
#[event(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| match info.location() {
        Some(location) => console_error!("panic at {location}"),
        None => console_error!("panic"),
    }));
}

#[event(fetch)]
async fn fetch(
    request: worker::Request,
    env: worker::Env,
    _context: worker::Context,
) -> worker::Result<worker::Response> {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| tell_limits(&env));
    let response = match &*INDEX {
        Ok(index) => answer(index, request, &env).await?,
        Err(error) => http::Response::broken(&error.to_string()),
    };
    if let Some(line) = &response.log {
        console_error!("{line}");
    }
    let headers = worker::Headers::new();
    for (name, value) in &response.headers {
        headers.set(name, value)?;
    }
    let builder = worker::Response::builder()
        .with_status(response.status)
        .with_headers(headers);
    Ok(match response.body {
        Some(body) => builder.fixed(body.into_bytes()),
        None => builder.empty(),
    })
}

async fn answer(
    index: &Index<'static>,
    mut incoming: worker::Request,
    env: &worker::Env,
) -> worker::Result<http::Response> {
    let allowed_origins = env.var(ALLOWED_ORIGINS).ok().map(|list| {
        let list = list.to_string();
        let origins = list
            .split(',')
            .map(|origin| origin.trim().trim_end_matches('/'));
        origins
            .filter(|origin| !origin.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    // An empty list is what an empty variable means: no list.
    let allowed_origins = allowed_origins.as_deref().filter(|list| !list.is_empty());
    let context = http::Context {
        index,
        allowed_origins,
        exhausted: &[],
    };
    // Not `incoming.url()`: the parser of URLs is an eighth of the code, and the runtime's own has been here.
    let (origin, path) = http::located(&incoming.inner().url());
    let mut request = http::Request {
        // Not `incoming.method()`, which calls every method that it does not know GET.
        method: incoming.inner().method(),
        origin,
        path,
        headers: incoming.headers().entries().collect(),
        body: Vec::new(),
    };
    if let Some(response) = http::answer_unread(&context, &request) {
        return Ok(response);
    }
    if http::announced_length(&request).is_some() {
        // What the client announced is not too much, and the runtime reads no more than that.
        request.body = incoming.bytes().await?;
    } else if let Ok(mut stream) = incoming.stream() {
        // A POST without a body has no stream.
        while let Some(part) = stream.next().await {
            request.body.extend(part?);
            if request.body.len() > http::MAX_BODY {
                break;
            }
        }
    }
    let body = match http::parse(&context, &request) {
        Ok(body) => body,
        Err(response) => return Ok(response),
    };
    let exhausted = &*exhausted(env, &request, &body).await;
    let context = http::Context {
        exhausted,
        ..context
    };
    Ok(http::answer(&context, &request, body))
}

/// Counts the calls in `body`: what the client that sends it has used up.
async fn exhausted(env: &worker::Env, request: &http::Request, body: &Body) -> Vec<Quota> {
    let mut exhausted = Vec::new();
    for quota in body.quotas() {
        let Ok(limiter) = env.rate_limiter(quota.binding()) else {
            continue;
        };
        match limiter.limit(http::client_of(request)).await {
            Ok(outcome) if outcome.success || exhausted.contains(&quota) => {}
            Ok(_) => exhausted.push(quota),
            // A counter that fails must not take the documents with it.
            Err(error) => console_error!("{} does not count: {error}", quota.binding()),
        }
    }
    exhausted
}

/// Tells the log, once for each isolate, which calls are not limited.
fn tell_limits(env: &worker::Env) {
    let unlimited = Quota::ALL.map(Quota::binding).into_iter();
    let unlimited: Vec<&str> = unlimited
        .filter(|binding| env.rate_limiter(binding).is_err())
        .collect();
    if !unlimited.is_empty() {
        console_log!(
            "no rate limit by {}: wrangler.toml has no such bindings",
            unlimited.join(", ")
        );
    }
}

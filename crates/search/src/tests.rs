//! Search over a corpus of a few lines.

mod definition;

use std::sync::LazyLock;

use index::{
    Chunk, CorpusInfo, Document, Frames, Heading, Index, IndexBytes, IndexWriter, Product,
};
use proptest::prelude::*;

use crate::{Options, answer, nearest_names, nearest_terms, search};

/// Pages as `path title`, then a line for each chunk: `heading: text`.
const CORPUS: &str = "
a.dev/auth Authentication
Sign in: Call `signInWithPhoneNumber` to sign in with a phone number. The code arrives by message.
Sign out: Call `signOut` to end the session of the user at once.
Tokens: Tokens expire after one hour and are renewed without the user.

a.dev/cache Caching
Overview: Pages are cached for one hour. Set `max-age` to change how long a page is cached.
Purge: Purging removes cached pages everywhere within a few seconds of time.

a.dev/errors Errors
E0308: The types of two expressions do not match here, see the notes.
Limits: A request may take ten milliseconds of processor time on the free plan.

a.dev/fr/cache Mise en cache
Aperçu: Les pages sont mises en cache pendant une heure. `max-age` change la durée générale.

a.dev/ja/rail 新幹線
概要: 新幹線は速い列車です。切符は駅で買えます。

a.dev/signs Signs
Flags: Build with `--no-cache` or list with `-l`, and say more with `-verbose`.
Operators: Assign with `a ??= b` if nothing is there; the remainder is `%`.
Names: Programs in C++ and .NET, or in C, are compiled before they run.
Versions: Since v1.2.3 the code is -32601.
";

fn documents() -> Vec<Document> {
    CORPUS.trim().split("\n\n").map(page).collect()
}

pub(crate) fn page(page: &str) -> Document {
    let mut lines = page.lines();
    let (path, title) = lines.next().unwrap().split_once(' ').unwrap();
    let language = path
        .split('/')
        .nth(1)
        .filter(|part| part.len() == 2)
        .unwrap_or("en");
    let mut document = Document {
        uri: format!("https://{path}"),
        title: title.to_owned(),
        language: language.to_owned(),
        ..Document::default()
    };
    for (number, line) in lines.enumerate() {
        let (heading, text) = line.split_once(": ").unwrap();
        let start = document.content.len();
        document
            .content
            .extend(["## ", heading, "\n\n", text, "\n\n"]);
        document.headings.push(Heading {
            parent: None,
            title: heading.to_owned(),
            anchor: heading.to_lowercase().replace(' ', "-"),
            start: start as u32,
        });
        document.chunks.push(Chunk {
            range: start..document.content.len(),
            heading: Some(number as u32),
            lines: 1..=1,
            text: format!("{heading}\n{text}"),
            links: String::new(),
            prefix: String::new(),
            suffix: String::new(),
        });
    }
    document
}

/// The index of [`CORPUS`], built once.
static BYTES: LazyLock<IndexBytes> = LazyLock::new(|| {
    let mut writer = IndexWriter::new(CorpusInfo {
        products: vec![Product {
            name: "Cache".to_owned(),
            domain: "a.dev/cache".to_owned(),
        }],
        ..CorpusInfo::default()
    });
    for document in documents() {
        writer.add(&document).unwrap();
    }
    finish(writer)
});

pub(crate) fn index() -> Index<'static> {
    Index::open(&BYTES.terms, &BYTES.knowledge).unwrap()
}

/// The index of some pages in the form of [`CORPUS`].
fn bytes_of(pages: impl IntoIterator<Item = String>) -> IndexBytes {
    let mut writer = IndexWriter::new(CorpusInfo::default());
    for text in pages {
        writer.add(&page(&text)).unwrap();
    }
    finish(writer)
}

pub(crate) fn finish(writer: IndexWriter) -> IndexBytes {
    let compress = |block: &&[u8]| zrip::compress(block, 1).unwrap();
    writer
        .finish(|blocks| Frames {
            frames: blocks.iter().map(compress).collect(),
            ..Frames::default()
        })
        .unwrap()
}

/// Path and chunk id of what is found, the best first.
fn found(query: &str, options: &Options) -> Vec<String> {
    let index = index();
    let passages = search(&index, query, options).unwrap();
    let place = |name: &str| name.strip_prefix("documents/a.dev/").unwrap().to_owned();
    passages
        .iter()
        .map(|passage| format!("{}#{}", place(&passage.name), passage.id))
        .collect()
}

fn check(query: &str, first: &str) {
    assert_eq!(
        found(query, &Options::default())
            .first()
            .map(String::as_str),
        Some(first)
    );
}

#[test]
fn a_search_ends_if_words_are_in_chunks_that_are_not_there() {
    let mut writer = IndexWriter::new(CorpusInfo::default());
    writer.add(&documents()[0]).unwrap();
    let fewer = finish(writer);
    let index = Index::open(&BYTES.terms, &fewer.knowledge).unwrap();
    for text in CORPUS.split("\n\n") {
        let _ = search(&index, text, &Options::default());
    }
}

#[test]
fn questions_find_the_passage_that_answers() {
    check("How do I sign in with a phone number?", "auth#sign-in");
    check("how long are pages cached", "cache#overview");
    check("remove a page from caches", "cache#purge");
    check("what expires after an hour", "auth#tokens");
}

#[test]
fn identifiers_are_found_whole_and_by_their_parts() {
    check("signInWithPhoneNumber", "auth#sign-in");
    check("sign_out", "auth#sign-out");
    check("error E0308", "errors#e0308");
    check("set max-age", "cache#overview");
}

#[test]
fn words_without_spaces_and_accents_are_found() {
    check("新幹線", "ja/rail#概要");
    check("切符", "ja/rail#概要");
    check("durée generale", "fr/cache#aperçu");
}

#[test]
fn a_word_that_is_missing_does_not_empty_the_result() {
    check("zebra sign out", "auth#sign-out");
    assert!(found("zebra xylophone", &Options::default()).is_empty());
    assert!(found("", &Options::default()).is_empty());
}

#[test]
fn stop_words_count_if_there_is_nothing_else() {
    assert!(!found("the", &Options::default()).is_empty());
}

#[test]
fn results_keep_to_their_limits() {
    let options = Options {
        limit: 3,
        per_document: 1,
        language: None,
        ..Options::default()
    };
    assert_eq!(found("sign pages hour cached user", &options).len(), 3);
    let options = Options {
        limit: 10,
        per_document: 2,
        language: None,
        ..Options::default()
    };
    let places = found("call signOut sign user tokens", &options);
    assert_eq!(
        places
            .iter()
            .filter(|place| place.starts_with("auth#"))
            .count(),
        2
    );
    assert!(
        found(
            "sign",
            &Options {
                limit: 0,
                ..options
            }
        )
        .is_empty()
    );
}

#[test]
fn a_language_is_preferred_and_hides_nothing() {
    let language = |tag: &str| Options {
        language: Some(tag.to_owned()),
        ..Options::default()
    };
    assert_eq!(
        found("cache max-age", &language("fr-CA")).first().unwrap(),
        "fr/cache#aperçu"
    );
    assert_eq!(
        found("cache max-age", &language("en")).first().unwrap(),
        "cache#overview"
    );
    assert!(found("cache max-age", &language("fr")).len() > 1);
}

#[test]
fn signs_are_part_of_what_is_asked_for() {
    for (query, first) in [
        ("--no-cache", "signs#flags"),
        ("what does -l do", "signs#flags"),
        ("??=", "signs#operators"),
        ("the % operator", "signs#operators"),
        ("C++ compiler", "signs#names"),
        (".NET", "signs#names"),
        ("upgrade to v1.2.3", "signs#versions"),
        ("-32601", "signs#versions"),
    ] {
        check(query, first);
    }
}

#[test]
fn words_that_were_typed_as_one_are_found() {
    check("cachedpages", "cache#purge");
    check("howto: cachedpage in seconds", "cache#purge");
    assert_eq!(found("cachedzzzz", &Options::default()), [""; 0]);
    assert_eq!(found("zzzzcached", &Options::default()), [""; 0]);
}

/// What begins like a word of the query counts a little, the word itself more; what begins like too many words
/// counts not at all.
#[test]
fn words_that_begin_alike_are_related() {
    let pages = [
        "a.dev/de/a Alpha\nOrt: Hier steht etwas anderes.",
        "a.dev/de/b Beta\nOrt: Alle Inhaltssammlungen werden beim Bauen geprüft.",
        "a.dev/de/c Gamma\nOrt: Der Inhalte nimmt man sich an.",
    ];
    let bytes = bytes_of(pages.map(str::to_owned));
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let found = |query: &str| -> Vec<String> {
        let passages = search(&index, query, &Options::default()).unwrap();
        passages.into_iter().map(|passage| passage.title).collect()
    };
    assert_eq!(found("Inhalte"), ["Gamma", "Beta"]);

    let many = (0..40).map(|n| format!("a.dev/{n:02} Page\nOne: config{n:02}x is set."));
    let bytes = bytes_of(many.chain(["a.dev/z Last\nOne: configuration".to_owned()]));
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let passages = search(&index, "configuration", &Options::default()).unwrap();
    assert_eq!(passages.len(), 1);
}

/// German writes as one word what English writes as two.
#[test]
fn compounds_are_found_by_their_words() {
    let pages = [
        "a.dev/de/a Alpha\nOrt: Bilder werden in einer Sammlung abgelegt.",
        "a.dev/de/b Beta\nOrt: Die Bildersammlung wird beim Bauen gelesen.",
        "a.dev/de/c Gamma\nOrt: Hier steht etwas anderes.",
        "a.dev/en/d Delta\nPlace: javascript is a language, java another, and a script a third.",
    ];
    let bytes = bytes_of(pages.map(str::to_owned));
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let words = |query: &str, language: &str| -> Vec<String> {
        let options = Options {
            language: Some(language.to_owned()),
            ..Options::default()
        };
        let words = crate::explain(&index, query, &options).unwrap().words;
        words.into_iter().map(|word| word.word).collect()
    };
    assert_eq!(
        words("Bildersammlung", "de"),
        ["bildersammlung", "bilder", "sammlung"]
    );
    assert_eq!(words("javascript", "en"), ["javascript"]);
    let options = Options {
        language: Some("de".to_owned()),
        ..Options::default()
    };
    let found = search(&index, "Bildersammlung", &options).unwrap();
    let titles: Vec<&str> = found.iter().map(|passage| passage.title.as_str()).collect();
    assert_eq!(titles, ["Beta", "Alpha"]);
}

/// Who has typed half of a name looks for what it becomes, and not for what the half of it names.
#[test]
fn a_name_that_is_not_typed_to_its_end_is_found() {
    let pages = [
        "a.dev/a Reflect\nOne: An object with functions. Reflect is no constructor.",
        "a.dev/b Reflect.apply()\nOne: Calls a function with a list, at some length, of arguments that it takes.",
        "a.dev/c Stream\nOne: A stream is read.",
        "a.dev/d Streaming\nOne: Text that is sent as it comes.",
    ];
    let bytes = bytes_of(pages.map(str::to_owned));
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let first = |query: &str| {
        search(&index, query, &Options::default()).unwrap()[0]
            .title
            .clone()
    };
    assert_eq!(first("Reflect.ap"), "Reflect.apply()");
    assert_eq!(first("Reflect"), "Reflect");
    assert_eq!(first("stream"), "Stream");
    assert_eq!(first("streamin"), "Streaming");
}

/// Words of grammar count less than others, also where there are too few pages to tell them by their number.
#[test]
fn function_words_of_every_language_weigh_less() {
    let index = index();
    let found = crate::explain(&index, "pendant une heure", &Options::default()).unwrap();
    let weight = |word: &str| {
        let mut words = found.words.iter();
        words.find(|it| it.word == word).unwrap().chunk_weight
    };
    assert!(weight("une") < 0.5 * weight("heure"), "{:?}", found.words);
    assert!(weight("pendant") > 0.9 * weight("heure"));
}

/// Where every page has a word its pages are alike, and its places still have an order.
#[test]
fn a_word_that_is_everywhere_still_ranks_places() {
    let pages = ["a", "b", "c"].map(|name| {
        format!("a.dev/{name} {name}\nOne: cache cache\nTwo: a cache of many other things here")
    });
    let bytes = bytes_of(pages);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let all = Options {
        limit: 20,
        per_document: 20,
        ..Options::default()
    };
    let hits = crate::hits(&index, "cache", &all).unwrap();
    let chunks: Vec<u32> = hits.iter().map(|hit| hit.chunk.0).collect();
    assert_eq!(chunks, [0, 2, 4, 1, 3, 5]);
    assert!(hits.iter().all(|hit| hit.score > 1e-3), "{hits:?}");
}

#[test]
fn two_forms_of_a_word_can_be_neighbours() {
    let index = index();
    let gain = |query: &str| {
        let found = crate::explain(&index, query, &Options::default()).unwrap();
        let gains = found.hits.iter().map(|one| one.second_look);
        gains.fold(0.0, f32::max)
    };
    assert!(gain("pages page cached") > 0.0);
}

#[test]
fn quotations_sites_and_words_to_leave_out_narrow() {
    let all = Options {
        limit: 20,
        ..Options::default()
    };
    // A phrase alone leaves out what does not have it; with other words it comes first.
    assert_eq!(found("\"renewed without the user\"", &all), ["auth#tokens"]);
    let with_others = found("session \"renewed without the user\"", &all);
    assert_eq!(with_others[0], "auth#tokens");
    assert!(with_others.len() > 1);
    // One that is nowhere is a question like any other.
    assert!(!found("\"user without renewed\"", &all).is_empty());
    assert!(
        found("hour", &all)
            .iter()
            .any(|place| place.starts_with("auth"))
    );
    // Leaving out what the query is about cannot be meant: then it is a word, or a flag.
    assert!(found("session -tokens", &all)[0].starts_with("auth"));
    let without = found("cached page hour -tokens", &all);
    assert!(!without.is_empty() && !without.iter().any(|place| place.starts_with("auth")));
    let below = found("site:a.dev/fr heure hour", &all);
    assert_eq!(below, ["fr/cache#aperçu"]);
    let page = found("product:cache hour", &all);
    assert!(!page.is_empty() && page.iter().all(|place| place.starts_with("cache#")));
}

#[test]
fn what_only_looks_like_syntax_is_searched_for() {
    for query in [
        "site:nowhere.example hour",
        "product:unknown hour",
        "tokens -",
        "\"hour",
        "\"\" hour",
        "hour \"",
        "site: hour",
        "-hour",
        "note: hour",
    ] {
        let places = found(query, &Options::default());
        assert!(!places.is_empty(), "{query}");
    }
    // The corpus has this flag, so it is not a word to leave out.
    check("cache -verbose", "signs#flags");
}

#[test]
fn words_next_to_each_other_come_first() {
    let mut writer = IndexWriter::new(CorpusInfo::default());
    for text in [
        "a.dev/a One\nTop: gizmo is here and there the long way to the widget",
        "a.dev/b Two\nTop: widget gizmo here and there is the long way to it",
        "a.dev/c Three\nTop: here and there is the gizmo widget the long way to",
    ] {
        writer.add(&page(text)).unwrap();
    }
    let bytes = finish(writer);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let first = |query: &str| {
        let passages = search(&index, query, &Options::default()).unwrap();
        passages[0].title.clone()
    };
    assert_eq!(first("gizmo widget"), "Three");
    assert_eq!(first("widget gizmo"), "Two");
}

#[test]
fn a_page_is_shown_once_however_often_it_is_there() {
    let text = (0..60).fold(String::new(), |text, n| format!("{text} word{n}"));
    let mut writer = IndexWriter::new(CorpusInfo::default());
    for path in ["v1", "v2", "v3"] {
        let page = page(&format!("a.dev/{path} Setup\nTop: gizmo {text}"));
        writer.add(&page).unwrap();
    }
    writer
        .add(&page("a.dev/z Other\nTop: another gizmo"))
        .unwrap();
    let bytes = finish(writer);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let passages = search(&index, "gizmo", &Options::default()).unwrap();
    let mut names: Vec<&str> = passages.iter().map(|one| one.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["documents/a.dev/v1", "documents/a.dev/z"]);
}

#[test]
fn a_query_that_finds_nothing_leads_to_words_that_do() {
    let mut terms = nearest_terms(&index(), "purgging sesion", 2);
    terms.sort_unstable();
    assert_eq!(terms, ["purging", "session"]);
    assert!(nearest_terms(&index(), "", 5).is_empty());
}

#[test]
fn passages_can_be_read_by_themselves() {
    let index = index();
    let passage = &search(&index, "purge", &Options::default()).unwrap()[0];
    assert!(
        passage
            .content
            .starts_with("Caching\n\n## Purge\n\nPurging removes")
    );
    assert_eq!(passage.id, "purge");
}

/// A reference page has many names, and other pages speak of each more often.
#[test]
fn a_heading_that_is_a_name_is_found_by_what_people_type_of_it() {
    let mut writer = IndexWriter::new(CorpusInfo::default());
    let prose = "flags flags of the build: rustc flags, flags to build\n";
    for number in 0..30 {
        writer
            .add(&page(&format!("a.dev/{number:02} Build flags\n{prose}")))
            .unwrap();
    }
    writer
        .add(&page(
            "b.dev/config Configuration\nbuild.jobs: How many at once.\nbuild.rustflags: Extra flags.\nWhy is it slow to build?: Because.\n",
        ))
        .unwrap();
    let bytes = finish(writer);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    for query in [
        "build.rustflags",
        "build rustflags",
        "rustflags",
        "build.rusflags",
        "buildrustflags",
        "build.rustf",
    ] {
        let first = search(&index, query, &Options::default())
            .unwrap()
            .remove(0);
        assert_eq!(first.name, "documents/b.dev/config", "{query}");
        assert!(first.content.contains("Extra flags"), "{query}");
    }
    let why = "why is it slow to build";
    let first = search(&index, why, &Options::default()).unwrap().remove(0);
    assert!(first.content.contains("Because"), "{}", first.content);
}

#[test]
fn a_wrong_name_leads_to_the_right_one() {
    let index = index();
    let check = |name: &str, nearest: &str| {
        assert_eq!(nearest_names(&index, name, 3).first().unwrap(), nearest);
    };
    check("documents/a.dev/authentication", "documents/a.dev/auth");
    check("documents/a.dev/caching", "documents/a.dev/cache");
    check("a.dev/fr/cach", "documents/a.dev/fr/cache");
    check("documents/b.dev/errors", "documents/a.dev/errors");
    assert!(nearest_names(&index, &"documents/é/".repeat(200), 3).len() <= 3);
}

proptest! {
    #[test]
    fn no_question_panics(question: String) {
        let index = index();
        search(&index, &question, &Options::default()).unwrap();
        answer(&index, &question).unwrap();
        prop_assert!(nearest_names(&index, &question, 3).len() <= 3);
    }
}

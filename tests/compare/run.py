"""run.py ENGINE SET RUN: writes what an engine finds for the queries of a judged set, in the format of TREC.

ENGINE is `fts5` (SQLite's full-text index with the Porter stemmer) or `bm25s` (Lucene's variant of BM25 over title and text
as one, stemmed with Snowball, without English stop words; for Chinese, Japanese, Korean and Thai over pairs of characters,
as Lucene's analyzer for them has it)."""

import json
import pathlib
import re
import sqlite3
import sys
import unicodedata

DEPTH = 100
# What Python takes for a word ends at the vowel signs of Indian scripts.
MARKS = "".join(chr(c) for c in range(0x300, 0x20000) if unicodedata.category(chr(c)) in ("Mn", "Mc"))
SNOWBALL = {"ar": "arabic", "de": "german", "en": "english", "es": "spanish", "fr": "french", "hi": "hindi"}


def lines(file):
    with open(file, encoding="utf-8") as text:
        return [json.loads(line) for line in text if line.strip()]


def marks(language):
    """The marks that are parts of words. Thai has no spaces: to end at marks is the next best thing there."""
    return "" if language == "th" else MARKS


def fts5(documents, queries, language):
    db = sqlite3.connect(":memory:")
    categories = "L* N* Co Mn Mc" if marks(language) else "L* N* Co"
    db.execute(f"""CREATE VIRTUAL TABLE pages USING fts5(title, text, tokenize = "porter unicode61 categories '{categories}'")""")
    db.executemany("INSERT INTO pages (rowid, title, text) VALUES (?, ?, ?)", ((i, title, text) for i, (_, title, text) in enumerate(documents)))
    for query in queries:
        words = dict.fromkeys(re.findall(rf"[\w{marks(language)}]+", query))
        match = " OR ".join(f'"{word}"' for word in words)
        # The smaller, the better.
        rows = db.execute("SELECT rowid, bm25(pages, 2, 1) AS rank FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT ?", (match, DEPTH)) if words else []
        yield [(documents[i][0], -rank) for i, rank in rows]


def pairs(text):
    """ASCII words, and each two characters that stand together in others."""
    found = []
    for run in re.findall(rf"[\w{MARKS}]+", text.lower()):
        found += [run] if run.isascii() or len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]
    return found


def bm25s(documents, queries, language):
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer(SNOWBALL[language]) if language in SNOWBALL else None
    options = {"stemmer": stemmer, "stopwords": "en" if language == "en" else [], "show_progress": False}
    options["token_pattern"] = rf"(?u)[\w{marks(language)}]{{2,}}"
    by_pairs = language in {"ja", "ko", "th", "zh"}
    tokens = (lambda texts: [pairs(text) for text in texts]) if by_pairs else (lambda texts: bm25s.tokenize(texts, return_ids=False, **options))
    model = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
    model.index(tokens([f"{title} {text}" for _, title, text in documents]), show_progress=False)
    for query in queries:
        found, scores = model.retrieve(tokens([query]), k=min(DEPTH, len(documents)), show_progress=False)
        yield [(documents[int(i)][0], float(score)) for i, score in zip(found[0], scores[0]) if score > 0]


def main():
    name, folder, run = sys.argv[1:]
    folder = pathlib.Path(folder)
    language = folder.name.rsplit("-", 1)[-1]
    # The sets whose names do not end with a language are in English.
    language = language if language in {*SNOWBALL, "bn", "ja", "ko", "th", "zh"} else "en"
    documents = [(line["_id"], line.get("title", ""), line["text"]) for line in lines(folder / "corpus.jsonl")]
    queries = lines(folder / "queries.jsonl")
    rankings = {"fts5": fts5, "bm25s": bm25s}[name](documents, [query["text"] for query in queries], language)
    with open(run, "w", encoding="utf-8") as out:
        for query, ranking in zip(queries, rankings):
            for i, (document, score) in enumerate(ranking):
                out.write(f"{query['_id']}\tQ0\t{document}\t{i + 1}\t{score!r}\t{name}\n")


main()

// Queries of many kinds made from the chunks of a corpus, the same ones each time: what people ask, and what nobody should.

/** Random numbers in 0..1 that are the same each time (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), seed | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const cut = (word, from, to) => word.slice(0, from) + word.slice(to);

/** What people type: each makes a query of a `chunk`, with `pick` to choose from a list and `int` to choose a number below. */
const PLAIN = {
  title: ({ chunk }) => chunk.title.split(" › ").at(-1),
  page: ({ chunk }) => chunk.title.split(" › ")[0],
  question: ({ chunk, pick }) => `${pick(["how do I", "what is", "how to use", "why does", "when to use"])} ${chunk.title.split(" › ").at(-1)}`,
  phrase({ chunk, int }) {
    const all = words(chunk.text);
    const start = int(all.length);
    return all.slice(start, start + 2 + int(5)).join(" ");
  },
  keywords: ({ chunk, pick, int }) => Array.from({ length: 2 + int(4) }, () => pick(words(chunk.text)) ?? "").join(" "),
  identifier: ({ chunk, pick }) => pick(chunk.text.match(/[\p{L}_][\p{L}\p{N}_]*(?:[.:_-]+[\p{L}\p{N}_]+|\p{Lu}\p{Ll}+)+/gu) ?? words(chunk.text)) ?? "",
};

/** And what they also type, by mistake or to see what happens. */
const OTHERS = {
  prefix({ long }) {
    const word = long();
    return word.slice(0, Math.ceil(word.length * 0.6));
  },
  "prefixes of one letter": ({ letter }) => Array.from({ length: 12 }, letter).join(" "),
  typo({ long, int, letter }) {
    const word = long();
    const at = int(word.length);
    return int(2) ? cut(word, at, at + 1) : cut(word, at, at).replace(/$/, letter());
  },
  "typos in five words": ({ long, int }) => Array.from({ length: 5 }, () => { const word = long(); const at = int(word.length); return cut(word, at, at + 1); }).join(" "),
  "unknown words": ({ int, letter }) => Array.from({ length: 1 + int(6) }, () => Array.from({ length: 5 + int(10) }, letter).join("")).join(" "),
  "48 words": ({ anyWord }) => Array.from({ length: 48 }, anyWord).join(" "),
  "48 frequent words": ({ frequent, pick }) => Array.from({ length: 48 }, () => pick(frequent)).join(" "),
  "stop words": ({ pick, int }) => Array.from({ length: 1 + int(8) }, () => pick(["the", "of", "and", "to", "in", "is", "a", "for", "it", "not", "while", "with"])).join(" "),
  CJK: ({ int }) => Array.from({ length: 4 + int(40) }, () => String.fromCodePoint(0x4e00 + int(3000))).join(""),
  kana: ({ int }) => Array.from({ length: 4 + int(40) }, () => String.fromCodePoint(0x3042 + int(80))).join(""),
  Thai: ({ int }) => Array.from({ length: 10 + int(60) }, () => String.fromCodePoint(0x0e01 + int(46))).join(""),
  "500 characters": ({ chunk, anyWord }) => `${chunk.text} ${Array.from({ length: 60 }, anyWord).join(" ")}`,
  "one word of 500": ({ letter, int }) => (int(2) ? letter().repeat(500) : Array.from({ length: 500 }, letter).join("")),
  punctuation: ({ pick, int }) => Array.from({ length: 1 + int(499) }, () => pick([..."\"'-+*:()[]{}<>^~?!|&/\\.,;=#@%$`_ "])).join(""),
  syntax: ({ anyWord }) => `"${anyWord()} ${anyWord()}" -${anyWord()} site:${anyWord()} title:${anyWord()} (${anyWord()} AND NOT ${anyWord()}~2) ^`,
  "marks and emoji": ({ pick, int }) => Array.from({ length: 1 + int(120) }, () => pick(["\u0301", "\u200d", "\u202e", "\u{1f469}", "\u0000", "e\u0301", "\ufeff", "ß", "İ", "ﬃ", "x"])).join(""),
  "parts of names": ({ int, letter }) => Array.from({ length: 60 }, () => `${letter()}${letter().toUpperCase()}${"_.-:"[int(4)]}`).join(""),
};

const MAX = 500; // Characters that a tool takes.

/** `n` queries of `kinds`, each `{kind, text}`. */
function make(kinds, chunks, n, seed) {
  const next = random(seed);
  const int = (below) => Math.floor(next() * below);
  const pick = (list) => list[int(list.length)];
  const anyWord = () => pick(words(pick(chunks).text)) ?? "x";
  const long = () => {
    for (let i = 0; i < 50; i++) {
      const word = anyWord();
      if (word.length > 6) return word;
    }
    return "documentation";
  };
  const counts = new Map();
  for (let i = 0; i < 2000; i++) for (const word of words(pick(chunks).text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 100).map(([word]) => word);
  const letter = () => String.fromCharCode(97 + int(26));
  const names = Object.keys(kinds);
  const queries = [];
  for (let i = 0; queries.length < n && i < 20 * n; i++) {
    const kind = names[i % names.length];
    // Whole characters: half a surrogate pair is no text.
    const text = [...kinds[kind]({ chunk: pick(chunks), pick, int, anyWord, long, letter, frequent })].slice(0, MAX).join("").trim();
    if (text) queries.push({ kind, text });
  }
  return queries;
}

/** `n` queries as people type them. */
export const plain = (chunks, n) => make(PLAIN, chunks, n, 1);
/** `n` queries of all kinds, as many of each. */
export const mixed = (chunks, n) => make({ ...PLAIN, ...OTHERS }, chunks, n, 2);

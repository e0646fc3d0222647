// Orama as it comes, but titles count twice: its English stemmer together with its half words finds less than they do alone.
import * as orama from "@orama/orama";

const empty = () => orama.create({
  schema: { title: "string", text: "string" },
  sort: { enabled: false },
});

export default {
  async build(documents) {
    const index = empty();
    for (const { _id, title, text } of documents) await orama.insert(index, { id: _id, title, text });
    return index;
  },
  async search(index, query, limit) {
    const { hits } = await orama.search(index, { term: query, properties: ["title", "text"], boost: { title: 2 }, limit });
    return hits.map(({ id, score }) => [id, score]);
  },
  // Without its copy of the texts: whoever serves them has them.
  save(index) {
    const { docs, ...saved } = orama.save(index);
    const withoutText = Object.fromEntries(Object.entries(docs.docs).map(([key, { id }]) => [key, { id }]));
    return JSON.stringify({ ...saved, docs: { ...docs, docs: withoutText } });
  },
  load(text) {
    const index = empty();
    orama.load(index, JSON.parse(text));
    return index;
  },
};

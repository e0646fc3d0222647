// MiniSearch with the options of its own documentation: half words, a fifth of the letters wrong, titles twice.
import MiniSearch from "minisearch";

const options = {
  idField: "_id",
  fields: ["title", "text"],
  searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 2 } },
};

export default {
  build(documents) {
    const index = new MiniSearch(options);
    index.addAll(documents);
    return index;
  },
  search: (index, query, limit) => index.search(query).slice(0, limit).map(({ id, score }) => [id, score]),
  save: (index) => JSON.stringify(index),
  load: (text) => MiniSearch.loadJSON(text, options),
};

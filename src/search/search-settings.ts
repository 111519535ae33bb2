import { anyText, httpAddress, setting } from "../config/setting-values.ts";
import { remoteEmbedder } from "./remote-embedder.ts";

/** Where products are searched. */
export const SEARCH_SETTINGS = {
  meilisearchUrl: setting({
    env: "CATALOGD_MEILISEARCH_URL",
    fallback: undefined,
    description: "A Meilisearch server (http:// or https://) that searches; not set: the database does",
    parse: httpAddress,
  }),
  meilisearchKey: setting({
    env: "CATALOGD_MEILISEARCH_KEY",
    fallback: undefined,
    description: "Key of the Meilisearch server that may make indexes",
    secret: true,
    parse: anyText,
  }),
  meilisearchIndexPrefix: setting({
    env: "CATALOGD_MEILISEARCH_INDEX_PREFIX",
    fallback: "catalogd_",
    description: "What the names of this service's indexes on the Meilisearch server begin with",
    parse: anyText,
  }),
  meilisearchEmbedder: setting({
    env: "CATALOGD_MEILISEARCH_EMBEDDER",
    fallback: undefined,
    description:
      "An embedder of Meilisearch's own, as its settings describe one, for tenants without a model of their own: " +
      '{"source":"ollama","url":"http://ollama:11434/api/embed","model":"all-minilm"}',
    secret: true,
    parse: remoteEmbedder,
  }),
};

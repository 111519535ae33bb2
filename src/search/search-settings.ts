import { anyText, httpAddress, setting } from "../config/setting-values.ts";
import { remoteEmbedder } from "./similar/remote-embedder.ts";

/** Where products are searched. */
export const SEARCH_SETTINGS = {
  meilisearchUrl: setting({
    description: "URL of a Meilisearch server (http:// or https://) for search; not set: the built-in search",
    parse: httpAddress,
  }),
  meilisearchKey: setting({
    description: "Key of the Meilisearch server with permission to create indexes",
    secret: true,
    parse: anyText,
  }),
  meilisearchIndexPrefix: setting({
    fallback: "catalogd_",
    description: "Prefix of the index names on the Meilisearch server",
    parse: anyText,
  }),
  meilisearchEmbedder: setting({
    description:
      "A Meilisearch embedder, as in Meilisearch's settings, for tenants without their own model: " +
      '{"source":"ollama","url":"http://ollama:11434/api/embed","model":"all-minilm"}',
    secret: true,
    parse: remoteEmbedder,
  }),
};

import { anyText, httpAddress, setting } from "../setting-values.ts";

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
};

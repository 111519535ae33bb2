import { EMBEDDER_SOURCES, type RemoteEmbedder } from "../../search/meilisearch/similar-index.ts";
import { anyText, httpAddress, type ParseSetting, setting } from "../config/setting-values.ts";

const EXPECTED = `expects JSON with a source (${EMBEDDER_SOURCES.join(", ")}) and its settings in Meilisearch's words`;
/** What is embedded of a product is said by us. */
const OURS = ["documentTemplate", "documentTemplateMaxBytes"];

/** An embedder of Meilisearch's own. Source: https://www.meilisearch.com/docs/reference/api/settings#embedders */
const remoteEmbedder: ParseSetting<RemoteEmbedder> = (text) => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(EXPECTED);
  }
  const embedder = Object(value) as Record<string, unknown>;
  if (!EMBEDDER_SOURCES.some((source) => source === embedder["source"])) throw new Error(EXPECTED);
  const [ours] = OURS.filter((name) => name in embedder);
  if (ours !== undefined) throw new Error(`cannot set ${ours}: catalogd does`);
  // Its source is one of them; Meilisearch looks at the rest.
  return embedder as RemoteEmbedder;
};

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

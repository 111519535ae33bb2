import { openLibsqlSearch } from "../../search/libsql/engine.ts";
import { openMeilisearchSearch } from "../../search/meilisearch/engine.ts";
import { RemoteIndexes } from "../../search/meilisearch/remote-index.ts";
import { RemoteServer } from "../../search/meilisearch/server.ts";
import { SimilarIndexes } from "../../search/meilisearch/similar-index.ts";
import type { Config } from "../config/config.ts";
import { readTitles } from "./document.ts";
import { ProductSearch } from "./product-search.ts";

type SearchConfig = Pick<
  Config,
  "meilisearchUrl" | "meilisearchKey" | "meilisearchIndexPrefix" | "meilisearchEmbedder"
>;

/** Opens one thread's search: Meilisearch when it is configured, else the database. */
export function openSearch(config: SearchConfig, now: () => number): ProductSearch {
  const { meilisearchUrl: url, meilisearchKey: key, meilisearchIndexPrefix: prefix } = config;
  if (url === undefined) return new ProductSearch(openLibsqlSearch(now, readTitles));
  const server = new RemoteServer({ url, key, prefix });
  const words = new RemoteIndexes(server);
  const similar = new SimilarIndexes(server, config.meilisearchEmbedder);
  return new ProductSearch(openMeilisearchSearch(words, similar), { words, similar });
}

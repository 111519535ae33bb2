import { openLibsqlSearch } from "../../search/libsql/engine.ts";
import { openMeilisearchSearch } from "../../search/meilisearch/engine.ts";
import { RemoteIndexes } from "../../search/meilisearch/remote-index.ts";
import type { Config } from "../config.ts";
import { ProductSearch } from "./product-search.ts";

type SearchConfig = Pick<Config, "meilisearchUrl" | "meilisearchKey" | "meilisearchIndexPrefix">;

/** Opens one thread's search: Meilisearch when it is configured, else the database. */
export function openSearch(config: SearchConfig, now: () => number): ProductSearch {
  const { meilisearchUrl: url, meilisearchKey: key, meilisearchIndexPrefix: prefix } = config;
  if (url === undefined) return new ProductSearch(openLibsqlSearch(now));
  const indexes = new RemoteIndexes({ url, key, prefix });
  return new ProductSearch(openMeilisearchSearch(indexes), indexes);
}

import type { Static } from "@sinclair/typebox";
import { countApiKeys, listApiKeys } from "../../db/api-keys/api-keys.ts";
import type { Reader } from "../../db/ports.ts";
import { keysetPage, NEWEST, newestAfter, newestPlace } from "../http/input/keyset-page.ts";
import { flatPage, type Page } from "../http/input/page.ts";
import { apiKeyBody } from "./api-key-body.ts";
import type { ApiKeyQuery } from "./schema.ts";

/** One page of a tenant's keys, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfApiKeys(db: Reader, query: Static<typeof ApiKeyQuery>, page: Page, nowMs: number) {
  const filter = { includeInactive: query.include_inactive ?? false, nowMs };
  const { items, total, next } = await keysetPage(page, {
    name: `api-keys ${filter.includeInactive}`,
    shape: NEWEST,
    read: (range) => listApiKeys(db, filter, newestAfter(range)),
    count: () => countApiKeys(db, filter),
    place: newestPlace,
  });
  return flatPage(items.map(apiKeyBody), total, page, next);
}

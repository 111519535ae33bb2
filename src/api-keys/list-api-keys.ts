import type { Static } from "@sinclair/typebox";
import { type ApiKeyPage, countApiKeys, listApiKeys } from "../../db/api-keys/api-keys.ts";
import type { Reader } from "../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { flatPage, type Page } from "../http/page.ts";
import { apiKeyBody } from "./api-key-body.ts";
import type { ApiKeyQuery } from "./schema.ts";

/** The key a cursor stands behind. */
function afterOf(list: string, cursor: string | undefined): ApiKeyPage["after"] {
  if (cursor === undefined) return undefined;
  const [createdAtMs, id] = decodeCursor(list, cursor);
  return { createdAtMs: Number(createdAtMs), id: String(id) };
}

/** One page of a tenant's keys, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfApiKeys(db: Reader, query: Static<typeof ApiKeyQuery>, page: Page, nowMs: number) {
  const filter = { includeInactive: query.include_inactive ?? false, nowMs };
  const list = `api-keys ${filter.includeInactive}`;
  const { perPage, offset, cursor } = page;
  const [found, total] = await Promise.all([
    // One more than the page holds tells whether there is another.
    listApiKeys(db, filter, { limit: perPage + 1, offset, after: afterOf(list, cursor) }),
    countApiKeys(db, filter),
  ]);
  const keys = found.slice(0, perPage);
  const last = found.length > perPage ? keys.at(-1) : undefined;
  return flatPage(keys.map(apiKeyBody), total, page, last ? encodeCursor(list, [last.createdAtMs, last.id]) : null);
}

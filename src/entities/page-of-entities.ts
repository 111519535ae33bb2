import type { Static } from "@sinclair/typebox";
import { countEntities, listEntities } from "../../db/entities/entities.ts";
import type { Reader } from "../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { metaPage, pageOf } from "../http/page.ts";
import { entityBody } from "./entity-body.ts";
import type { EntityQuery } from "./schema.ts";

/** The entity a cursor stands behind. */
function afterOf(list: string, cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [createdAtMs, id] = decodeCursor(list, cursor);
  return { createdAtMs: Number(createdAtMs), id: String(id) };
}

/** One page of a tenant's entities, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfEntities(db: Reader, query: Static<typeof EntityQuery>) {
  const filter = { type: query.type ?? null, isActive: query.is_active ?? null };
  const list = `entities ${JSON.stringify(filter)}`;
  const page = pageOf(query);
  const { perPage, offset, cursor } = page;
  const [found, total] = await Promise.all([
    // One more than the page holds tells whether there is another.
    listEntities(db, filter, { limit: perPage + 1, offset, after: afterOf(list, cursor) }),
    countEntities(db, filter),
  ]);
  const entities = found.slice(0, perPage);
  const last = found.length > perPage ? entities.at(-1) : undefined;
  const next = last ? encodeCursor(list, [last.createdAtMs, last.id]) : null;
  return metaPage(entities.map(entityBody), total, page, next);
}

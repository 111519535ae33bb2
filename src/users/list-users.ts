import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { countUsers, listUsers, type UserPage } from "../../db/users/users.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { metaPage, type Page } from "../http/page.ts";
import { managedUser } from "./managed-user.ts";
import type { UserQuery } from "./schema.ts";

/** The user a cursor stands behind. */
function afterOf(list: string, cursor: string | undefined): UserPage["after"] {
  if (cursor === undefined) return undefined;
  const [createdAtMs, id] = decodeCursor(list, cursor);
  return { createdAtMs: Number(createdAtMs), id: String(id) };
}

/** One page of a tenant's users, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfUsers(db: Reader, query: Static<typeof UserQuery>, page: Page) {
  const filter = { role: query.role ?? null, isActive: query.is_active ?? null };
  const list = `users ${JSON.stringify(filter)}`;
  const { perPage, offset, cursor } = page;
  const [found, total] = await Promise.all([
    // One more than the page holds tells whether there is another.
    listUsers(db, filter, { limit: perPage + 1, offset, after: afterOf(list, cursor) }),
    countUsers(db, filter),
  ]);
  const users = found.slice(0, perPage);
  const last = found.length > perPage ? users.at(-1) : undefined;
  return metaPage(users.map(managedUser), total, page, last ? encodeCursor(list, [last.createdAtMs, last.id]) : null);
}

import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { countUsers, listUsers } from "../../db/users/users.ts";
import { keysetPage, NEWEST, newestAfter, newestPlace } from "../http/input/keyset-page.ts";
import { metaPage, type Page } from "../http/input/page.ts";
import { managedUser } from "./managed-user.ts";
import type { UserQuery } from "./schema.ts";

/** One page of a tenant's users, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfUsers(db: Reader, query: Static<typeof UserQuery>, page: Page) {
  const filter = { role: query.role ?? null, isActive: query.is_active ?? null };
  const { items, total, next } = await keysetPage(page, {
    name: `users ${JSON.stringify(filter)}`,
    shape: NEWEST,
    read: (range) => listUsers(db, filter, newestAfter(range)),
    count: () => countUsers(db, filter),
    place: newestPlace,
  });
  return metaPage(items.map(managedUser), total, page, next);
}

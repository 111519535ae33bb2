import { type Static, Type } from "@sinclair/typebox";
import type { NamedRange } from "../../db/named-range.ts";
import { nameKey } from "../text/name-key.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { oneOf } from "./one-of.ts";
import { metaPage, PageQuery, pageOf } from "./page.ts";

/** The query of a list of named things. */
export const NamedListQuery = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: "Part of the name; case and accents do not count." }),
  ),
  sort_by: Type.Optional(oneOf(["name", "created_at"] as const, { description: "Default created_at." })),
  sort_order: Type.Optional(
    oneOf(["asc", "desc"] as const, { description: "Default desc, or asc when the list is sorted by name." }),
  ),
});

/** What every named thing has that a list orders by. */
interface Named {
  id: string;
  nameKey: string;
  createdAtMs: number;
}

/** Where a list of named things comes from. */
export interface NamedSource<T> {
  /** Names the list and what restricts it besides the query: its cursors fit no other list. */
  name: string;
  list: (range: NamedRange) => Promise<T[]>;
  count: (search: string | null) => Promise<number>;
}

/** One page of named things. Throws INVALID_PARAMETER for a cursor of another list. */
export async function namedPage<T extends Named, Body>(
  source: NamedSource<T>,
  query: Static<typeof NamedListQuery>,
  bodyOf: (item: T) => Body,
) {
  const page = pageOf(query);
  const sort = query.sort_by ?? "created_at";
  const order = query.sort_order ?? (sort === "name" ? "asc" : "desc");
  const search = query.search === undefined ? null : nameKey(query.search);
  const list = `${source.name} ${JSON.stringify([search, sort, order])}`;
  const [value = null, id = null] = page.cursor === undefined ? [] : decodeCursor(list, page.cursor);
  const [found, total] = await Promise.all([
    // One more than the page holds tells whether there is another.
    source.list({
      search,
      sort,
      order,
      after: value === null ? undefined : [value, String(id)],
      offset: page.offset,
      limit: page.perPage + 1,
    }),
    source.count(search),
  ]);
  const items = found.slice(0, page.perPage);
  const last = found.length > page.perPage ? items.at(-1) : undefined;
  const cursor = last ? encodeCursor(list, [sort === "name" ? last.nameKey : last.createdAtMs, last.id]) : null;
  return metaPage(items.map(bodyOf), total, page, cursor);
}

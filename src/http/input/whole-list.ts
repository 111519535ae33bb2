import { type TSchema, Type } from "@sinclair/typebox";
import { JsonText } from "../output/json-text.ts";
import type { PageMeta } from "../output/page-links.ts";
import { itemsIn, type ListPlace, listPlaceOf, propertiesOf, withItems } from "./list-place.ts";
import { PAGE_MAX } from "./page.ts";
import { isPaged, withParameters } from "./sparse.ts";
import type { RouteSchemas } from "./validation.ts";

/** How `per_page` comes to a list that does not declare it: by an older name, or by cutting what is listed whole. */
export type Paging = { sameAs: string; schema: TSchema } | { list: ListPlace };

/** A part of a list that a caller asked for. */
export interface Part {
  page: number;
  perPage: number;
}

const PER_PAGE_MAX = 100;
const OLDER_NAMES = ["page_size", "limit"];

/** How a route that answers a list takes `per_page`; `undefined` when it does so by itself, or answers no list. */
export function pagingOf(schemas: RouteSchemas): Paging | undefined {
  const list = listPlaceOf(schemas);
  const query = propertiesOf(schemas.query);
  if (!list || query["per_page"]) return undefined;
  const sameAs = OLDER_NAMES.find((name) => query[name]);
  const schema = sameAs === undefined ? undefined : query[sameAs];
  if (sameAs !== undefined && schema) return { sameAs, schema };
  // What says itself that it is all on one page stays so.
  return isPaged(schemas) || list.isOnePage ? undefined : { list };
}

/** The query of such a route with `per_page` in it. */
export function withPaging(query: TSchema | undefined, paging: Paging): TSchema {
  if ("sameAs" in paging) {
    const { default: _, description, ...kept } = paging.schema;
    const text = typeof description === "string" ? ` ${description}` : "";
    return withParameters(query, {
      // The same limits; without the default, which the older name keeps.
      per_page: Type.Optional({ ...kept, description: `Same as \`${paging.sameAs}\`.${text}` } as TSchema),
    });
  }
  return withParameters(query, {
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: "Page number, from 1, if you send `per_page`." }),
    ),
    per_page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PER_PAGE_MAX,
        description: "Items per page; `Link` has the next one. Default: all items at once.",
      }),
    ),
  });
}

/** Takes `per_page` out of a query. Returns the part of a list that is cut. */
export function takePaging(query: Record<string, unknown>, paging: Paging): Part | undefined {
  const { page, per_page: perPage } = query;
  if ("sameAs" in paging) {
    if (perPage !== undefined) query[paging.sameAs] = perPage;
    delete query["per_page"];
    return undefined;
  }
  delete query["page"];
  delete query["per_page"];
  if (page === undefined && perPage === undefined) return undefined;
  return { page: Number(page ?? 1), perPage: Number(perPage ?? PER_PAGE_MAX) };
}

/** The part of a whole list, and what it says of its place; the list itself when no part was asked for. */
export function cutList(
  answer: unknown,
  part: Part | undefined,
  paging: Paging | undefined,
): { body: unknown; meta?: PageMeta } {
  if (!part || !paging || "sameAs" in paging) return { body: answer };
  const whole: unknown = answer instanceof JsonText ? answer.toJSON() : answer;
  const items = itemsIn(whole, paging.list);
  if (!items) return { body: answer };
  const { page, perPage } = part;
  const body = withItems(whole, paging.list, items.slice((page - 1) * perPage, page * perPage));
  return { body, meta: { page, total_pages: Math.ceil(items.length / perPage) } };
}

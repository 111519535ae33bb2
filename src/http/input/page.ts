import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { type FieldProblem, invalidParameter } from "../output/errors.ts";

/** How many items a page has when the caller does not say, and at most. */
export interface PageSizes {
  perPage: number;
  perPageMax: number;
}

const DEFAULT_PAGE_SIZES: PageSizes = { perPage: 20, perPageMax: 100 };
// Keeps page * per_page an exact integer.
export const PAGE_MAX = 1_000_000_000;

/** The query of a paged list, to spread into the list's own: `Type.Object({ ...pageQuery().properties, search })`. */
export const pageQuery = ({ perPage, perPageMax }: PageSizes = DEFAULT_PAGE_SIZES) =>
  Type.Object({
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: "Page number, from 1. Default 1." }),
    ),
    per_page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: perPageMax, description: `Items per page. Default ${perPage}.` }),
    ),
    skip: Type.Optional(
      Type.Integer({ minimum: 0, maximum: PAGE_MAX, description: "Deprecated: items to skip. Use `page`." }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: perPageMax, description: "Deprecated: items per page. Use `per_page`." }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: "`next_cursor` of the previous page. Equally fast on every page.",
      }),
    ),
  });

/** The query of a paged list with the usual sizes. */
export const PageQuery = pageQuery();

type Queried = Static<typeof PageQuery>;
export type PageInput = { [Name in keyof Queried]: Queried[Name] | undefined };

/** The requested part of a list. */
export interface Page {
  /** From 1. */
  page: number;
  perPage: number;
  /** Items before it. 0 when there is a cursor. */
  offset: number;
  /** Unchanged: read it with `decodeCursor`. */
  cursor: string | undefined;
}

/**
 * Reads the requested page. `skip` and `limit` are the older names; `page` and `per_page` win over them. Throws
 * INVALID_PARAMETER for a page that is too large.
 */
export function pageOf(query: PageInput, { perPage, perPageMax }: PageSizes = DEFAULT_PAGE_SIZES): Page {
  const { cursor } = query;
  const field = query.per_page === undefined ? "limit" : "per_page";
  const size = query.per_page ?? query.limit ?? perPage;
  if (size > perPageMax) throw invalidParameter([tooLarge(field, perPageMax)]);
  if (cursor !== undefined) return { page: 1, perPage: size, offset: 0, cursor };
  const byNumber = query.page !== undefined || query.skip === undefined;
  const offset = byNumber ? ((query.page ?? 1) - 1) * size : (query.skip ?? 0);
  return { page: Math.floor(offset / size) + 1, perPage: size, offset, cursor };
}

const tooLarge = (field: string, limit: number): FieldProblem => ({
  field,
  type: "out_of_range",
  key: "validation.maximum",
  params: { limit },
});

const pagesOf = (total: number, { perPage }: Page) => Math.ceil(total / perPage);

/** A page with its counters in `meta`. `nextCursor` is `null` on the last page. */
export const metaPage = <T>(items: T[], total: number, page: Page, nextCursor: string | null = null) => ({
  items,
  meta: {
    total,
    page: page.page,
    per_page: page.perPage,
    total_pages: pagesOf(total, page),
    has_next: page.cursor === undefined ? page.page < pagesOf(total, page) : nextCursor !== null,
    has_previous: page.cursor !== undefined || page.page > 1,
    next_cursor: nextCursor,
  },
});

/** A page with its counters beside the items. */
export const flatPage = <T>(items: T[], total: number, page: Page, nextCursor: string | null = null) => ({
  items,
  total,
  page: page.page,
  per_page: page.perPage,
  pages: pagesOf(total, page),
  total_pages: pagesOf(total, page),
  next_cursor: nextCursor,
});

const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `cursor` for the next page; null on the last page.",
});

/** Schema of a `metaPage` of these items. */
export const metaPageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    meta: Type.Object(
      {
        total: Type.Integer({ minimum: 0 }),
        page: Type.Integer({ minimum: 1 }),
        per_page: Type.Integer({ minimum: 1 }),
        total_pages: Type.Integer({ minimum: 0 }),
        has_next: Type.Boolean(),
        has_previous: Type.Boolean(),
        next_cursor: NextCursor,
      },
      { title: "PageMeta" },
    ),
  });

/** Schema of a `flatPage` of these items. */
export const flatPageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    per_page: Type.Integer({ minimum: 1 }),
    pages: Type.Integer({ minimum: 0, description: "Same as `total_pages`." }),
    total_pages: Type.Integer({ minimum: 0 }),
    next_cursor: NextCursor,
  });

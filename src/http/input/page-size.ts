import { type TSchema, Type } from "@sinclair/typebox";
import { flatPage, flatPageOf, type Page, type PageInput, PageQuery, pageOf } from "./page.ts";

/** The query of a list whose pages have a `page_size`. */
export const SizedPageQuery = Type.Object({
  ...PageQuery.properties,
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: "Items per page. Default 20. Same as `per_page`." }),
  ),
});

/** Schema of a `sizedPage` of these items. */
export const sizedPageOf = <T extends TSchema>(item: T) =>
  Type.Composite([flatPageOf(item), Type.Object({ page_size: Type.Integer({ minimum: 1 }) })]);

/** The page that such a query asks for. */
export const readSizedPage = (query: PageInput & { page_size?: number | undefined }): Page =>
  pageOf({ ...query, per_page: query.page_size ?? query.per_page });

/** A page with its counters beside the items. */
export const sizedPage = <T>(items: T[], total: number, page: Page, next: string | null) => ({
  ...flatPage(items, total, page, next),
  page_size: page.perPage,
});

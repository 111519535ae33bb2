import { Elysia } from "elysia";
import { listFlatCategories } from "../../db/categories/flat-categories.ts";
import { listActiveSuppliers } from "../../db/suppliers/active-suppliers.ts";
import { access } from "../http/access.ts";
import { withETag } from "../http/etag.ts";
import type { Language } from "../http/messages.ts";
import { PageMarks } from "../http/page-marks.ts";
import { eanOf } from "../products/ean.ts";
import { pageByReference } from "../products/page-by-reference.ts";
import { pageOfChanges } from "../products/page-of-changes.ts";
import { ProductTotals } from "../products/totals.ts";
import type { Services } from "../services.ts";
import { nameKey } from "../text/name-key.ts";
import { envelope, listEnvelope, syncedProduct, wholeList } from "./envelope.ts";
import { findByRef } from "./find-by-ref.ts";
import {
  DEFAULT_LIMIT,
  RefParams,
  SinceParams,
  SyncCategoriesAnswer,
  SyncListQuery,
  SyncPaging,
  SyncProductAnswer,
  SyncProductsAnswer,
  SyncSuppliersAnswer,
} from "./schema.ts";

const READ = { credential: "api_key", scope: "appsync:read", tier: "READ_STANDARD", module: "appsync" } as const;

/** A code that no product has: what is asked for by something that is no EAN. */
const NO_CODE = "none";

/** Says in which language the message of an answer is. */
export const speak = (set: { headers: Record<string, string | number> }, language: Language): void => {
  set.headers["content-language"] = language;
  set.headers["vary"] = "Accept-Language";
};

/** What reads products, categories and suppliers for an ERP. */
export const syncReadRoutes = (services: Services) => {
  const totals = new ProductTotals(services.now);
  const marks = new PageMarks(services.now);
  return new Elysia({ tags: ["External API"] })
    .use(access(services))
    .get(
      "/products",
      async ({ db, query, language, set }) => {
        const { page = 1, limit = DEFAULT_LIMIT, cursor, search, ean, active_only: activeOnly = true } = query;
        const key = nameKey(search ?? "");
        const filter = {
          search: key === "" ? null : key,
          gtin14: ean === undefined ? null : (eanOf(ean)?.gtin14 ?? NO_CODE),
          activeOnly,
        };
        const found = await pageByReference({ services, totals, db }, { filter, page, limit, cursor });
        speak(set, language);
        return listEnvelope(found.products.map(syncedProduct), { ...found, page, limit }, language);
      },
      {
        policy: READ,
        query: SyncListQuery,
        response: { 200: SyncProductsAnswer },
        detail: {
          operationId: "listSyncProducts",
          summary: "List products",
          description: "By reference, those without one last. Only active ones unless `active_only` is false.",
        },
      },
    )
    .get(
      "/products/since/:timestamp",
      async ({ db, principal, params, query, language, set }) => {
        const { page = 1, limit = DEFAULT_LIMIT, cursor } = query;
        const place = { services, totals, marks, db, callerId: principal.subjectId, nowMs: services.now() };
        const sinceUs = params.timestamp * 1_000_000;
        const found = await pageOfChanges(place, { sinceUs, inclusive: true, page, pageSize: limit, cursor });
        speak(set, language);
        return listEnvelope(found.products.map(syncedProduct), { ...found, page, limit }, language);
      },
      {
        policy: READ,
        params: SinceParams,
        query: SyncPaging,
        response: { 200: SyncProductsAnswer },
        detail: {
          operationId: "listSyncChanges",
          summary: "List what has changed",
          description: "Products changed at this moment or later, in the order of their changes, active or not.",
        },
      },
    )
    .get(
      "/products/:ref",
      async ({ db, params, language, headers, set }) => {
        const product = await findByRef(db, params.ref);
        speak(set, language);
        return withETag({ headers, set }, product.updatedAtUs, envelope(syncedProduct(product), language), language);
      },
      {
        policy: READ,
        params: RefParams,
        response: { 200: SyncProductAnswer },
        detail: {
          operationId: "getSyncProduct",
          summary: "Read a product by its reference or EAN",
          description: "A reference that is another product's EAN means the product with the reference.",
        },
      },
    )
    .get(
      "/categories",
      async ({ db, language, set }) => {
        const categories = await listFlatCategories(db);
        speak(set, language);
        return wholeList(
          categories.map(({ id, name, slug, parentId, level, sortOrder }) => {
            return { id, name, slug, parent_id: parentId, level, sort_order: sortOrder };
          }),
          language,
        );
      },
      {
        policy: READ,
        response: { 200: SyncCategoriesAnswer },
        detail: {
          operationId: "listSyncCategories",
          summary: "List all categories",
          description: "The whole tree as a flat list: the roots first, each level in its order.",
        },
      },
    )
    .get(
      "/suppliers",
      async ({ db, language, set }) => {
        const suppliers = await listActiveSuppliers(db);
        speak(set, language);
        return wholeList(
          suppliers.map(({ id, name, code, country }) => ({ id, name, code, is_active: true, country })),
          language,
        );
      },
      {
        policy: READ,
        response: { 200: SyncSuppliersAnswer },
        detail: {
          operationId: "listSyncSuppliers",
          summary: "List the active suppliers",
          description: "All of them, by name.",
        },
      },
    );
};

import { listActiveSuppliers } from "../../../db/suppliers/suppliers.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { digestOf, withETag } from "../../http/output/etag.ts";
import { pageOfChanges } from "../../products/changes/page-of-changes.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { pageByReference } from "../../products/lists/page-by-reference.ts";
import { openKnownPages } from "../../products/lists/shared-page-marks.ts";
import { listTree } from "../../reference/categories/category.ts";
import type { Services } from "../../runtime/services.ts";
import { nameKey } from "../../text/name-key.ts";
import { envelope, listEnvelope, SyncedProducts, wholeList } from "./envelope.ts";
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

/** A code that no product has: a search for a code that is no EAN. */
const NO_CODE = "none";

/** What reads products, categories and suppliers for an ERP. */
export const syncReadRoutes = (services: Services) => {
  const pages = openKnownPages(services);
  return accessRoutes(services, "External API")
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
        const found = await pageByReference({ services, db }, { filter, page, limit, cursor });
        return listEnvelope(found.products.map(SyncedProducts.of), { ...found, page, limit }, { language, set });
      },
      {
        policy: READ,
        query: SyncListQuery,
        response: { 200: SyncProductsAnswer },
        detail: {
          operationId: "listSyncProducts",
          summary: "List products",
          description:
            "Ordered by reference, products without one last. Only active products unless `active_only` is false.",
        },
      },
    )
    .get(
      "/products/since/:timestamp",
      async ({ db, principal, params, query, language, set }) => {
        const { page = 1, limit = DEFAULT_LIMIT, cursor } = query;
        const place = { services, pages, db, callerId: principal.subjectId, nowMs: services.now() };
        const sinceUs = params.timestamp * 1_000_000;
        const found = await pageOfChanges(place, { sinceUs, inclusive: true, page, pageSize: limit, cursor });
        return listEnvelope(found.products.map(SyncedProducts.of), { ...found, page, limit }, { language, set });
      },
      {
        policy: READ,
        params: SinceParams,
        query: SyncPaging,
        response: { 200: SyncProductsAnswer },
        detail: {
          operationId: "listSyncChanges",
          summary: "List changed products",
          description: "Products changed at or after this time, active or not, in order of change.",
        },
      },
    )
    .get(
      "/products/:ref",
      async ({ db, params, language, headers, set }) => {
        const product = await findByRef(db, params.ref);
        const body = envelope(SyncedProducts.of(product), { language, set });
        return withETag({ headers, set }, product.updatedAtUs, body, `${digestOf(JSON.stringify(body))}_${language}`);
      },
      {
        policy: READ,
        params: RefParams,
        response: { 200: SyncProductAnswer },
        detail: {
          operationId: "getSyncProduct",
          summary: "Get a product by its reference or EAN",
          description: "If the value is one product's reference and another's EAN, the reference wins.",
        },
      },
    )
    .get(
      "/categories",
      async ({ db, language, set }) => {
        const categories = await listTree(db);
        const shown = categories.map(({ id, name, slug, parent_id, level, sort_order }) => {
          return { id, name, slug, parent_id, level, sort_order };
        });
        return wholeList(shown, { language, set });
      },
      {
        policy: READ,
        response: { 200: SyncCategoriesAnswer },
        detail: {
          operationId: "listSyncCategories",
          summary: "List all categories",
          description: "The whole tree as a flat list, level by level from the roots.",
        },
      },
    )
    .get(
      "/suppliers",
      async ({ db, language, set }) => {
        const suppliers = await listActiveSuppliers(db);
        const shown = suppliers.map(({ id, name, code, country }) => ({ id, name, code, is_active: true, country }));
        return wholeList(shown, { language, set });
      },
      {
        policy: READ,
        response: { 200: SyncSuppliersAnswer },
        detail: {
          operationId: "listSyncSuppliers",
          summary: "List active suppliers",
          description: "All, ordered by name.",
        },
      },
    );
};

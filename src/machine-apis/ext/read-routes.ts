import type { Static } from "@sinclair/typebox";
import packageJson from "../../../package.json" with { type: "json" };
import { accessRoutes } from "../../http/gate/access.ts";
import { headersIn } from "../../http/gate/request-headers.ts";
import { CONDITIONS, digestOf, withETag } from "../../http/output/etag.ts";
import { jsonText } from "../../http/output/json-text.ts";
import { ApiKey } from "../../identity/api-keys/api-key.ts";
import { type ChangesInput, pageOfChanges } from "../../products/changes/page-of-changes.ts";
import { openKnownPages } from "../../products/lists/shared-page-marks.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { envelope, extProduct, single } from "./envelope.ts";
import { findExtProduct, gtinOfPath, listAnswer, timeOf } from "./ext-answers.ts";
import {
  DELTA_PAGE_SIZE,
  EanParams,
  ExtDeltaQuery,
  ExtListAnswer,
  ExtListQuery,
  ExtProductAnswer,
  ExtStatusAnswer,
  LIST_PAGE_SIZE,
} from "./schema.ts";

const READ = {
  credential: "api_key",
  scope: "ext:products:read",
  tier: "READ_STANDARD",
  module: "ext_api",
} as const;

/** What reads products for other systems. */
export const extReadRoutes = (services: Services) => {
  const pages = openKnownPages(services);
  const read = (db: ReturnType<Services["reader"]>, callerId: string, input: ChangesInput) =>
    pageOfChanges({ services, pages, db, callerId, nowMs: services.now() }, input);
  return accessRoutes(services, "External API")
    .get(
      "/status",
      async ({ db, principal }) => {
        const key = await ApiKey.require(db, principal.subjectId);
        const data = {
          status: "ok" as const,
          version: packageJson.version,
          api_key_name: key.name,
          api_key_scopes: key.scopes,
          timestamp: isoOfMs(services.now()),
        };
        return envelope(data, { total: 0, page: 1, page_size: 0, updated_at: null });
      },
      {
        policy: READ,
        response: { 200: ExtStatusAnswer },
        detail: {
          operationId: "getExtStatus",
          summary: "Get the API status",
          description: "Service version, and the name and scopes of the API key.",
        },
      },
    )
    .get(
      "/products",
      async ({ db, principal, query }) => {
        const { supplier_code: supplierCode, updated_since: since, page = 1, page_size = LIST_PAGE_SIZE } = query;
        const sinceUs = since === undefined ? null : timeOf("updated_since", since);
        const place = { supplierCode, page, pageSize: page_size, cursor: query.cursor };
        const changes = await read(db, principal.subjectId, { sinceUs, inclusive: false, ...place });
        return listAnswer(changes, page, page_size);
      },
      {
        policy: READ,
        query: ExtListQuery,
        response: { 200: ExtListAnswer },
        detail: {
          operationId: "listExtProducts",
          summary: "List products",
          description: "In order of last change, in any status. Deleted products are excluded.",
        },
      },
    )
    .get(
      "/products/delta",
      async ({ db, principal, query }) => {
        const { since, page = 1, page_size = DELTA_PAGE_SIZE, cursor } = query;
        const place = { page, pageSize: page_size, cursor };
        const sinceUs = timeOf("since", since);
        return listAnswer(await read(db, principal.subjectId, { sinceUs, inclusive: true, ...place }), page, page_size);
      },
      {
        policy: READ,
        query: ExtDeltaQuery,
        response: { 200: ExtListAnswer },
        detail: {
          operationId: "listExtChanges",
          summary: "List product changes",
          description:
            "Products changed at or after `since`, in order of change. Read pages until one has fewer than `page_size` products, then continue with its `meta.updated_at` as `since`. Or read only the first page, each time with the last `meta.updated_at`. Both ways return every change, also during concurrent writes.",
        },
      },
    )
    .get(
      "/products/:ean",
      async ({ db, params, request, set }) => {
        const gtin14 = gtinOfPath(params.ean);
        const find = async () => {
          const product = await findExtProduct(db, gtin14);
          const { updatedAtUs } = product;
          const text = JSON.stringify(single(extProduct(product), updatedAtUs));
          return { text, digest: digestOf(text), updatedAtUs };
        };
        const key = ["ext", gtin14];
        const { text, digest, updatedAtUs } = await services.cache.answer(db, "catalog", key, find, {
          byKey: "at once",
        });
        const headers = headersIn(request, CONDITIONS);
        return withETag({ headers, set }, updatedAtUs, jsonText<Static<typeof ExtProductAnswer>>(text), digest);
      },
      {
        policy: READ,
        params: EanParams,
        response: { 200: ExtProductAnswer },
        detail: { operationId: "getExtProduct", summary: "Get a product by its EAN" },
      },
    );
};

import { accessRoutes } from "../../http/gate/access.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { readItems } from "../../products/changes/set/items.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfUs } from "../../text/instant.ts";
import { BULK_BYTES_MAX } from "../machine-fields.ts";
import { changeExtProduct } from "./change-ext-product.ts";
import { extProduct, single } from "./envelope.ts";
import { batchAnswer, findExtProduct, gtinOfPath, patchedFields } from "./ext-answers.ts";
import { batchItemOf, ExtPatch, ExtReplacement, ExtUpsert, patchOf, replacementOf, upsertOf } from "./ext-fields.ts";
import { extReadRoutes } from "./read-routes.ts";
import { EanParams, ExtBatch, ExtBatchAnswer, ExtPatchedAnswer, ExtReplacedAnswer, ExtUpsertAnswer } from "./schema.ts";
import { upsertProducts } from "./upsert-products.ts";

const WRITE = {
  credential: "api_key",
  scope: "ext:products:write",
  tier: "WRITE_STANDARD",
  module: "ext_api",
} as const;

/** `/ext`: the catalog for other systems, by EAN. */
export const extRoutes = (services: Services) =>
  accessRoutes(services, "External API", "/ext")
    .use(extReadRoutes(services))
    .post(
      "/products",
      async ({ write, body, set, status }) => {
        const item = upsertOf(body);
        const { outcome, product } = await write.andRead(
          upsertProducts,
          { items: JSON.stringify([item]), isSingle: true },
          async (db, [only]) => ({ outcome: only, product: await findExtProduct(db, item.gtin14 ?? "") }),
        );
        if (!outcome || "fault" in outcome) throw new TypeError("An item was applied without an outcome");
        const { id, ean, updatedAtUs } = product;
        const { created } = outcome;
        if (created) set.headers["location"] = `/api/v1/ext/products/${ean}`;
        const answer = single({ created, ean, id, product: extProduct(product) }, updatedAtUs);
        return status(created ? 201 : 200, withETag({ headers: {}, set }, updatedAtUs, answer));
      },
      {
        policy: WRITE,
        body: ExtUpsert,
        response: { 200: ExtUpsertAnswer, 201: ExtUpsertAnswer },
        detail: {
          operationId: "upsertExtProduct",
          summary: "Create or update a product by its EAN",
          description: "201 if created, which requires a name; 200 if updated. Absent or null fields keep their value.",
        },
      },
    )
    .post(
      "/products/batch",
      async ({ write, body, language, set }) => {
        const items = readItems(body.products, batchItemOf);
        const outcomes = await write(upsertProducts, { items: JSON.stringify(items) });
        set.headers["content-language"] = language;
        return batchAnswer(body.products, outcomes, language);
      },
      {
        policy: { ...WRITE, body: { maxBytes: BULK_BYTES_MAX } },
        body: ExtBatch,
        response: { 200: ExtBatchAnswer },
        detail: {
          operationId: "upsertExtProducts",
          summary: "Create or update up to 500 products",
          description:
            "Items are processed in order, each as in a single call. An error in one item does not affect the others, and the status is still 200.",
        },
      },
    )
    .put(
      "/products/:ean",
      async ({ write, params, body, headers, set }) => {
        const gtin14 = gtinOfPath(params.ean);
        const change = {
          gtin14,
          values: replacementOf(gtin14, body),
          replaces: true,
          expected: ifMatch(headers),
        };
        const { id, ean, title, updatedAtUs } = await write.andRead(changeExtProduct, change, (db) =>
          findExtProduct(db, gtin14),
        );
        const answer = single({ id, ean, title, updated_at: isoOfUs(updatedAtUs) }, updatedAtUs);
        return withETag({ headers: {}, set }, updatedAtUs, answer);
      },
      {
        policy: WRITE,
        params: EanParams,
        body: ExtReplacement,
        response: { 200: ExtReplacedAnswer },
        detail: {
          operationId: "putExtProduct",
          summary: "Replace a product",
          description:
            "Absent fields of this API are cleared; the status and fields outside this API are kept. Never creates a product.",
        },
      },
    )
    .patch(
      "/products/:ean",
      async ({ db, write, params, body, headers, set }) => {
        const gtin14 = gtinOfPath(params.ean);
        const { ean: _ean, ...sent } = body;
        const change = { gtin14, values: patchOf(gtin14, body), replaces: false, expected: ifMatch(headers) };
        const product = await write.andRead(changeExtProduct, change, (left) => findExtProduct(left, gtin14));
        const answer = single(await patchedFields(db, product, sent), product.updatedAtUs);
        return withETag({ headers: {}, set }, product.updatedAtUs, answer);
      },
      {
        policy: WRITE,
        params: EanParams,
        body: ExtPatch,
        response: { 200: ExtPatchedAnswer },
        detail: {
          operationId: "updateExtProduct",
          summary: "Update a product",
          description: "Absent or null fields keep their value. The response contains the fields that were sent.",
        },
      },
    );

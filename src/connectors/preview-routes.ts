import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findConnector } from "../../db/connectors/connectors.ts";
import { access } from "../http/gate/access.ts";
import { orNull, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { ApiError, required } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { previewCall } from "./calls.ts";
import { findPlatform } from "./engine/platforms.ts";
import { PREVIEW } from "./policies.ts";
import { COMPARED_WITH, PREVIEWED, type Preview } from "./push-preview.ts";
import { ConnectorParams } from "./schema.ts";

const PreviewRequest = Type.Object({
  product_ids: Type.Optional(
    Type.Array(Uuid, { minItems: 1, maxItems: 100, description: "Only these products; absent: the whole catalog." }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: "Whether what has not changed since it was sent would go again.", default: false }),
  ),
  cursor: Type.Optional(
    Type.Integer({ minimum: 0, description: "`next` of the page before; absent: from the first product." }),
  ),
});
const Value = orNull(Type.String());
const PreviewBody = Type.Object({
  success: Type.Boolean(),
  message: orNull(Type.String({ description: "Why the platform could not be asked, and what to do." })),
  products: Type.Array(
    Type.Object({
      product_id: Uuid,
      sku: Type.String(),
      external_id: orNull(Type.String()),
      result: oneOf(PREVIEWED, {
        description:
          "`linked`: the platform has it already, made by somebody else. `hidden`, `shown`, `emptied`: as `when_removed` says.",
      }),
      sends: Type.Array(oneOf(["products", "stock", "prices"]), { description: "What of it would be sent." }),
      changes: orNull(
        Type.Array(
          Type.Object({
            field: Type.String({ examples: ["price"] }),
            before: Value,
            after: Value,
            compared_with: oneOf(COMPARED_WITH, {
              description:
                "`sent`: the platform does not say what it has; `before` is what was sent last, and null for texts, of which only digests are kept.",
            }),
          }),
        ),
        "Fields as they are there and as they would be, among name, description, brand, ean, reference, price and stock; null: it is only hidden or shown.",
      ),
      reasons: Type.Array(Type.String(), {
        description: "Why it is refused, and what would be sent otherwise than it is here.",
      }),
    }),
    { description: "Those that something would be done with." },
  ),
  unchanged: Type.Integer({ description: "Products that nothing would be sent of." }),
  calls: orNull(
    Type.Integer({
      description:
        "The requests that the push would take, were each feed ended at the first look. null: the platform could not be asked.",
    }),
  ),
  requests: orNull(Type.Array(Type.Object({ method: Type.String(), path: Type.String() })), "The first 100 of them."),
  next: orNull(Type.Integer(), "The cursor of the next page; null: this is the last one."),
});
const REQUESTS_SHOWN = 100;

const bodyOf = ({ products, unchanged, requests, next }: Preview) => ({
  success: true,
  message: null,
  products: products.map(({ productId, sku, externalId, changes, ...rest }) => ({
    product_id: productId,
    sku,
    external_id: externalId,
    ...rest,
    changes: changes?.map(({ comparedWith, ...change }) => ({ ...change, compared_with: comparedWith })) ?? null,
  })),
  unchanged,
  calls: requests.length,
  requests: requests.slice(0, REQUESTS_SHOWN),
  next,
});
const NOTHING = { products: [], unchanged: 0, calls: null, requests: null, next: null };

/** `/connectors/{connector_id}/sync/preview`: what a push would do. */
export const previewRoutes = (services: Services) =>
  new Elysia({ prefix: "/connectors/:connector_id/sync", tags: ["Connectors"] }).use(access(services)).post(
    "/preview",
    async ({ db, tenantId, params: { connector_id: connectorId }, body }) => {
      const connector = required(await findConnector(db, connectorId), "connector", connectorId);
      if (!findPlatform(connector.platformId)?.capabilities.includes("push_products")) {
        throw new ApiError("CAPABILITY_NOT_SUPPORTED");
      }
      if (!connector.isConfigured) throw new ApiError("CONNECTOR_NOT_CONFIGURED");
      const { product_ids: ids, force: isForced = false, cursor: after = 0 } = body ?? {};
      const productIds = ids && { productIds: [...new Set(ids)] };
      const found = await services.call(previewCall, tenantId, { connectorId, isForced, after, ...productIds });
      return "error" in found ? { ...NOTHING, success: false, message: found.error } : bodyOf(found);
    },
    {
      policy: PREVIEW,
      params: ConnectorParams,
      body: Type.Optional(PreviewRequest),
      response: { 200: PreviewBody },
      detail: {
        operationId: "previewPush",
        summary: "Preview a push",
        description:
          "What a push of products would do, page by page: for each product whether it is made, changed or refused and why, its fields before and after, and the requests. It is the push itself with a way to the shop that only reads: nothing is written, here or there.",
      },
    },
  );

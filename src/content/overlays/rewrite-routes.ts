import { Type } from "@sinclair/typebox";
import { MODEL_REFUSALS } from "../../ai/provider/policies.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import type { Services } from "../../runtime/services.ts";
import { rewriteAll, rewriteOne, Wishes } from "./rewrite.ts";
import { OverlayBody, OverlayParams } from "./schema.ts";

const REWRITE = {
  credential: "any",
  permission: "RUN_ENRICHMENT",
  scope: "enrichment:manage",
  module: "enrichment",
  tier: "AI_SINGLE",
  refusals: [...MODEL_REFUSALS, "INVALID_STATE"],
} as const;

const RewriteBody = Type.Object({
  product_id: Type.String(),
  entity_id: Type.String(),
  description_override: Type.Union([Type.String(), Type.Null()]),
  short_description_override: Type.Union([Type.String(), Type.Null()]),
  prompt_slug: Type.Union([Type.String(), Type.Null()], { description: "Null: the built-in prompt." }),
  provider: Type.String(),
  model: Type.String(),
  overlay: OverlayBody,
});

const RewriteAllBody = Type.Object({
  product_id: Type.String(),
  total: Type.Integer({ description: "Number of active entities of the product." }),
  rewritten: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(
    Type.Object({
      entity_id: Type.String(),
      status: oneOf(["rewritten", "skipped", "failed"] as const),
      error: Type.Optional(Type.String()),
    }),
  ),
});

/** Lets a model write what entities say of a product. */
export const rewriteRoutes = (services: Services) =>
  accessRoutes(services, "Entities", "/products/:product_id/entities")
    .post(
      "/rewrite-all",
      ({ db, write, params, body }) => rewriteAll({ services, db, write }, params.product_id, body ?? {}),
      {
        policy: REWRITE,
        params: ProductParams,
        body: Wishes,
        response: { 200: RewriteAllBody },
        detail: {
          operationId: "rewriteForEntities",
          summary: "Rewrite product texts for all entities",
          description: "For every active entity of the product. A failure does not stop the others.",
        },
      },
    )
    .post(
      "/:entity_id/rewrite-description",
      ({ db, write, params, body }) => {
        const ids = { productId: params.product_id, entityId: params.entity_id };
        return rewriteOne({ services, db, write }, ids, body ?? {});
      },
      {
        policy: REWRITE,
        params: OverlayParams,
        body: Wishes,
        response: { 200: RewriteBody },
        detail: {
          operationId: "rewriteForEntity",
          summary: "Rewrite product texts for an entity",
          description: "Written by the tenant's AI provider. Replaces the texts for this entity only.",
        },
      },
    );

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import { oneOf } from "../http/one-of.ts";
import type { Services } from "../services.ts";
import { rewriteAll, rewriteOne } from "./rewrite.ts";
import { OverlayBody, OverlayParams, ProductParams } from "./schema.ts";

const REWRITE = {
  credential: "any",
  permission: "RUN_ENRICHMENT",
  scope: "enrichment:manage",
  module: "enrichment",
  tier: "AI_SINGLE",
  refusals: ["AI_PROVIDER_NOT_CONFIGURED", "INVALID_STATE"],
} as const;

const Wishes = Type.Optional(
  Type.Object({
    instructions: Type.Optional(Type.String({ maxLength: 4000, description: "What the texts should be like." })),
    overwrite: Type.Optional(
      Type.Boolean({ description: "Also where the entity has texts of its own already. Default false." }),
    ),
  }),
);

const RewriteBody = Type.Object({
  product_id: Type.String(),
  entity_id: Type.String(),
  description_override: Type.Union([Type.String(), Type.Null()]),
  short_description_override: Type.Union([Type.String(), Type.Null()]),
  prompt_slug: Type.Union([Type.String(), Type.Null()], { description: "Null: the prompt that is built in." }),
  provider: Type.String(),
  model: Type.String(),
  overlay: OverlayBody,
});

const RewriteAllBody = Type.Object({
  product_id: Type.String(),
  total: Type.Integer({ description: "Active entities that the product is a member of." }),
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
  new Elysia({ prefix: "/products/:product_id/entities", tags: ["Products"] })
    .use(access(services))
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
          summary: "Rewrite a product's texts for all its entities",
          description: "For every active entity that it is a member of. One that fails does not stop the others.",
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
          summary: "Rewrite a product's texts for an entity",
          description: "The tenant's AI provider writes them; they take the place of the texts at this entity only.",
        },
      },
    );

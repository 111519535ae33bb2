import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { MODEL_REFUSALS } from "../../ai/provider/policies.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { noContent } from "../../http/output/answers.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { EDIT, VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { cleanHtml } from "../../text/clean-html.ts";
import { deleteOverlay } from "./delete-overlay.ts";
import { listOverlaysOf, showOverlay } from "./find-overlays.ts";
import { putOverlay } from "./put-overlay.ts";
import { rewriteAll, rewriteOne, Wishes } from "./rewrite.ts";
import { OverlayBody, type OverlayFields, OverlayList, OverlayParams, OverlayUpdate } from "./schema.ts";

type Ids = { product_id: string; entity_id: string };
type Answering = { headers: Record<string, string | undefined>; set: { headers: Record<string, string | number> } };

const idsOf = (params: Ids) => ({ productId: params.product_id, entityId: params.entity_id });

/** Answers what an entity says of a product, with its ETag. */
async function answerOverlay(context: Answering, db: Reader, ids: ReturnType<typeof idsOf> & { nowMs: number }) {
  const { body, version, variant } = await showOverlay(db, ids);
  return withETag(context, version, body, variant);
}

/** Takes scripts out of texts that may hold HTML: before the mutation, as it takes time. */
const cleaned = (fields: OverlayFields): OverlayFields => ({
  ...fields,
  ...(fields.description_override && { description_override: cleanHtml(fields.description_override) }),
  ...(fields.short_description_override && {
    short_description_override: cleanHtml(fields.short_description_override),
  }),
});

/** `/products/{product_id}/entities`: where a product is sold, and what is said of it there. */
export const overlayRoutes = (services: Services) =>
  new Elysia().use(routesOfOverlays(services)).use(rewriteRoutes(services));

const routesOfOverlays = (services: Services) =>
  accessRoutes(services, "Entities", "/products/:product_id/entities")
    .get("", ({ db, params }) => listOverlaysOf(db, params.product_id, services.now()), {
      policy: VIEW,
      params: ProductParams,
      response: { 200: OverlayList },
      detail: {
        operationId: "listOverlays",
        summary: "List product overlays",
        description: "Texts and price of the product for each active entity; its own entities first.",
      },
    })
    .get(
      "/:entity_id",
      ({ db, params, headers, set }) =>
        answerOverlay({ headers, set }, db, { ...idsOf(params), nowMs: services.now() }),
      {
        policy: VIEW,
        params: OverlayParams,
        response: { 200: OverlayBody },
        detail: {
          operationId: "getOverlay",
          summary: "Get a product overlay",
          description: "Also for products outside the entity: shows the product's own texts and price.",
        },
      },
    )
    .post(
      "/:entity_id",
      async ({ db, write, params, set, status }) => {
        const { isNew } = await write(putOverlay, { ...idsOf(params), fields: {}, expected: null });
        const { productId, entityId } = idsOf(params);
        if (isNew) set.headers["location"] = `/api/v1/products/${productId}/entities/${entityId}`;
        return status(
          isNew ? 201 : 200,
          await answerOverlay({ headers: {}, set }, db, { ...idsOf(params), nowMs: services.now() }),
        );
      },
      {
        policy: EDIT,
        params: OverlayParams,
        response: { 200: OverlayBody, 201: OverlayBody },
        detail: {
          operationId: "addToEntity",
          summary: "Add a product to an entity",
          description: "Sets nothing else. Has no effect if the product is already in the entity.",
        },
      },
    )
    .put(
      "/:entity_id",
      async ({ db, write, params, body, headers, set }) => {
        const input = { ...idsOf(params), fields: cleaned(body), expected: ifMatch(headers) };
        await write(putOverlay, input);
        return answerOverlay({ headers: {}, set }, db, { ...idsOf(params), nowMs: services.now() });
      },
      {
        policy: EDIT,
        params: OverlayParams,
        body: OverlayUpdate,
        response: { 200: OverlayBody },
        detail: {
          operationId: "putOverlay",
          summary: "Set a product overlay",
          description: "Absent fields keep their value; null clears a field. Adds the product to the entity.",
        },
      },
    )
    .delete(
      "/:entity_id",
      async ({ write, params, headers }) => {
        await write(deleteOverlay, { ...idsOf(params), expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: OverlayParams,
        response: { 204: Type.Void({ description: "The product is removed from the entity." }) },
        detail: {
          operationId: "removeFromEntity",
          summary: "Remove a product from an entity",
          description: "Deletes the overlay; content variants for the entity are kept.",
        },
      },
    );

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
const rewriteRoutes = (services: Services) =>
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

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { noContent } from "../../http/output/answers.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { EDIT, VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { cleanHtml } from "../../text/clean-html.ts";
import { deleteOverlay } from "./delete-overlay.ts";
import { listOverlaysOf, showOverlay } from "./find-overlays.ts";
import { putOverlay } from "./put-overlay.ts";
import { rewriteRoutes } from "./rewrite-routes.ts";
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

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../db/ports.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { cleanHtml } from "../text/clean-html.ts";
import { deleteOverlay } from "./delete-overlay.ts";
import { listOverlaysOf, showOverlay } from "./find-overlays.ts";
import { putOverlay } from "./put-overlay.ts";
import { rewriteRoutes } from "./rewrite-routes.ts";
import { OverlayBody, type OverlayFields, OverlayList, OverlayParams, OverlayUpdate, ProductParams } from "./schema.ts";

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
  new Elysia({ prefix: "/products/:product_id/entities", tags: ["Products"] })
    .use(access(services))
    .get("", ({ db, params }) => listOverlaysOf(db, params.product_id, services.now()), {
      policy: VIEW,
      params: ProductParams,
      response: { 200: OverlayList },
      detail: {
        operationId: "listOverlays",
        summary: "List a product at every entity",
        description:
          "With its texts and price there; those that it is a member of first. Inactive entities are left out.",
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
          summary: "Read a product at an entity",
          description: "Also when it is no member: it then shows what it would with nothing said of it.",
        },
      },
    )
    .post(
      "/:entity_id",
      async ({ db, write, params, set, status }) => {
        const { isNew } = await write(putOverlay, { ...idsOf(params), fields: {}, expected: null });
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
          summary: "Make a product a member of an entity",
          description: "Sets nothing else. One that is a member stays as it is.",
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
          summary: "Say something else of a product at an entity",
          description: "Fields that are absent stay as they are, null clears. Makes the product a member.",
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
        response: { 204: Type.Void({ description: "The product is no member any more." }) },
        detail: {
          operationId: "removeFromEntity",
          summary: "Take a product out of an entity",
          description: "What the entity says of it goes; texts written for the entity stay.",
        },
      },
    );

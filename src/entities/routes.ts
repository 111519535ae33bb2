import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findEntity } from "../../db/entities/entities.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { pageOfProducts } from "../products/page-of-products.ts";
import { VIEW } from "../products/policies.ts";
import { ProductListParameters, ProductPage } from "../products/schema.ts";
import { ProductTotals } from "../products/totals.ts";
import type { Services } from "../services.ts";
import { configurationRoutes } from "./configuration-routes.ts";
import { deleteEntity, deleteInSteps } from "./delete-entity.ts";
import { entityBody } from "./entity-body.ts";
import { pageOfEntities } from "./page-of-entities.ts";
import { createEntity, updateEntity } from "./put-entity.ts";
import { requireLanguages } from "./require-languages.ts";
import {
  EntityBody,
  EntityCreate,
  EntityDeletion,
  EntityPage,
  EntityParams,
  EntityQuery,
  EntityUpdate,
} from "./schema.ts";

const MANAGE = {
  credential: "any",
  permission: "MANAGE_SETTINGS",
  scope: "products:write",
  tier: "WRITE_CONFIG",
} as const;

/** `/entities`: the channels and subsidiaries that products are sold by, and their configurations. */
export const entityRoutes = (services: Services) =>
  new Elysia().use(routesOfEntities(services)).use(configurationRoutes(services));

const routesOfEntities = (services: Services) => {
  const totals = new ProductTotals(services.now);
  return new Elysia({ prefix: "/entities", tags: ["Products"] })
    .use(access(services))
    .get("", ({ db, query }) => pageOfEntities(db, query), {
      policy: VIEW,
      query: EntityQuery,
      response: { 200: EntityPage },
      detail: { operationId: "listEntities", summary: "List entities", description: "Newest first." },
    })
    .post(
      "",
      async ({ write, body, set, status }) => {
        requireLanguages({ default_language: body.default_language });
        const entity = await write(createEntity, { fields: body });
        set.headers["location"] = `/api/v1/entities/${entity.id}`;
        return status(201, withETag({ headers: {}, set }, entity.version, entityBody(entity)));
      },
      {
        policy: MANAGE,
        body: EntityCreate,
        response: { 201: EntityBody },
        detail: {
          operationId: "createEntity",
          summary: "Create an entity",
          description: "A channel or subsidiary that products can have texts and a reference of their own for.",
        },
      },
    )
    .get(
      "/:entity_id",
      async ({ db, params, headers, set }) => {
        const entity = required(await findEntity(db, params.entity_id.toLowerCase()), "entity", params.entity_id);
        return withETag({ headers, set }, entity.version, entityBody(entity));
      },
      {
        policy: VIEW,
        params: EntityParams,
        response: { 200: EntityBody },
        detail: { operationId: "getEntity", summary: "Read an entity", description: "Without its products." },
      },
    )
    .patch(
      "/:entity_id",
      async ({ write, params, body, headers, set }) => {
        requireLanguages({ default_language: body.default_language });
        const id = params.entity_id.toLowerCase();
        const entity = await write(updateEntity, { id, fields: body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, entity.version, entityBody(entity));
      },
      {
        policy: MANAGE,
        params: EntityParams,
        body: EntityUpdate,
        response: { 200: EntityBody },
        detail: {
          operationId: "updateEntity",
          summary: "Change an entity",
          description: "Fields that are absent stay as they are.",
        },
      },
    )
    .delete(
      "/:entity_id",
      async ({ write, params, query, headers }) => {
        const { force = false } = query;
        const input = { id: params.entity_id.toLowerCase(), force, expected: ifMatch(headers) };
        await deleteInSteps(write, deleteEntity, input);
        return noContent();
      },
      {
        policy: MANAGE,
        params: EntityParams,
        query: EntityDeletion,
        response: { 204: Type.Void({ description: "The entity is deleted." }) },
        detail: {
          operationId: "deleteEntity",
          summary: "Delete an entity",
          description: "With its configurations and the texts that products have for it. Products stay.",
        },
      },
    )
    .get(
      "/:entity_id/products",
      async ({ db, params, query }) => {
        const entity = required(await findEntity(db, params.entity_id.toLowerCase()), "entity", params.entity_id);
        return pageOfProducts({ services, totals, db }, query, { entityIds: [entity.id] });
      },
      {
        policy: VIEW,
        params: EntityParams,
        query: ProductListParameters,
        response: { 200: ProductPage },
        detail: {
          operationId: "listEntityProducts",
          summary: "List the products of an entity",
          description: "Its members, as the list of products shows them, with the same filters and orders.",
        },
      },
    );
};

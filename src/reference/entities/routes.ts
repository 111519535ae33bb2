import { Elysia } from "elysia";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { pageOfProducts } from "../../products/lists/page-of-products.ts";
import { VIEW } from "../../products/policies.ts";
import { ProductListParameters, ProductPage } from "../../products/schema.ts";
import type { Services } from "../../runtime/services.ts";
import { configurationRoutes } from "./configuration-routes.ts";
import { createEntity, deleteEntity, Entity, updateEntity } from "./entity.ts";
import { MANAGE } from "./policies.ts";
import { requireLanguages } from "./require-languages.ts";
import { ENTITY_LIST, EntityDeletion, EntityParams } from "./schema.ts";

/** `/entities`: the channels and subsidiaries that products are sold by, and their configurations. */
export const entityRoutes = (services: Services) =>
  new Elysia().use(routesOfEntities(services)).use(configurationRoutes(services));

const routesOfEntities = (services: Services) =>
  resourceRoutes(services, Entity, {
    path: "/entities",
    tag: "Entities",
    rights: { view: VIEW, edit: MANAGE, remove: MANAGE },
    changes: { create: createEntity, update: updateEntity, remove: deleteEntity },
    list: ENTITY_LIST,
    leaves: ["put"],
    prepare: (fields) => {
      requireLanguages({ default_language: fields.default_language });
      return fields;
    },
    remove: { query: EntityDeletion, how: ({ force }) => ({ force: force === true }) },
    texts: {
      one: "Entity",
      many: "Entities",
      list: "Newest first.",
      create: "A sales channel or subsidiary with its own texts and references for products.",
      read: "The entity, without its products.",
      change: "Absent fields keep their value.",
      remove: "Also deletes its configurations and the product texts for it. Products are kept.",
    },
  }).get(
    "/:entity_id/products",
    async ({ db, params, query }) => {
      const entity = await Entity.require(db, String(params["entity_id"]));
      return pageOfProducts({ services, db }, query, { entityIds: [entity.id] });
    },
    {
      policy: VIEW,
      params: EntityParams,
      query: ProductListParameters,
      response: { 200: ProductPage },
      detail: {
        operationId: "listEntityProducts",
        summary: "List the products of an entity",
        description: "Same fields, filters and sort orders as the product list.",
      },
    },
  );

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { idParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import type { ListSpec } from "../../kit/resource/list.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { pageOfProducts } from "../../products/lists/page-of-products.ts";
import { EDIT, VIEW } from "../../products/policies.ts";
import { ProductListParameters, ProductPage } from "../../products/schema.ts";
import type { Services } from "../../runtime/services.ts";
import { isLanguage } from "../../settings/iso-languages.ts";
import { Configuration, configurationChanges, listConfigurations } from "./configuration.ts";
import { ENTITY_TYPES, Entity, entityChanges } from "./entity.ts";

/** Who may change entities and their configurations. */
const MANAGE = { ...EDIT, permission: "MANAGE_SETTINGS", tier: "WRITE_CONFIG" } as const;

/** Throws VALIDATION_FAILED for each of these fields that holds something else than a language of ISO 639-1 or null. */
function requireLanguages(fields: Record<string, string | null | undefined>): void {
  const problems = Object.entries(fields).flatMap(([field, value]): FieldProblem[] =>
    value === null || value === undefined || isLanguage(value)
      ? []
      : [{ field, type: "invalid_value", key: "validation.language" }],
  );
  if (problems.length > 0) throw invalidBody(problems);
}

/** The parameters that restrict the list of entities. */
const ENTITY_LIST: ListSpec = {
  filters: {
    type: oneOf(ENTITY_TYPES, { description: "Only this type." }),
    is_active: Type.Boolean({ description: "Filter by active or inactive." }),
  },
};

const EntityDeletion = Type.Object({
  force: Type.Optional(
    Type.Boolean({ description: "Delete it even if it has products, including their overlays. Default false." }),
  ),
});

const EntityParams = idParams({ entity_id: "entity" });
const ConfigurationList = Type.Array(Configuration.Body);

/** `/entities/{entity_id}/configurations`: the ways to show the products of an entity. */
const configurationRoutes = (services: Services) =>
  resourceRoutes(services, Configuration, {
    path: "/entities/:entity_id/configurations",
    tag: "Entities",
    rights: { view: VIEW, edit: MANAGE, remove: MANAGE },
    changes: configurationChanges,
    leaves: ["list", "put"],
    requireParent: Entity.require,
    prepare: (fields) => {
      requireLanguages({ language: fields.language });
      return fields;
    },
    texts: {
      one: "Configuration",
      create: "A new default configuration replaces the previous default.",
      read: "A configuration of this entity.",
      remove: "Also deletes the product texts for it.",
    },
  }).get(
    "",
    async ({ db, params }) => {
      const { id } = await Entity.require(db, String(params["entity_id"]));
      return (await listConfigurations(db, id)).map(Configuration.bodyOf);
    },
    {
      policy: VIEW,
      params: EntityParams,
      response: { 200: ConfigurationList },
      detail: {
        operationId: "listConfigurations",
        summary: "List the configurations of an entity",
        description: "Oldest first.",
      },
    },
  );

/** `/entities`: the channels and subsidiaries that products are sold by, and their configurations. */
export const entityRoutes = (services: Services) =>
  new Elysia().use(routesOfEntities(services)).use(configurationRoutes(services));

const routesOfEntities = (services: Services) =>
  resourceRoutes(services, Entity, {
    path: "/entities",
    tag: "Entities",
    rights: { view: VIEW, edit: MANAGE, remove: MANAGE },
    changes: entityChanges,
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
      create: "A sales channel or subsidiary with its own texts and references for products.",
      read: "The entity, without its products.",
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

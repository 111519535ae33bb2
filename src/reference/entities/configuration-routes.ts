import { resourceRoutes } from "../../kit/resource/resource.ts";
import { VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import {
  Configuration,
  createConfiguration,
  deleteConfiguration,
  listConfigurations,
  updateConfiguration,
} from "./configuration.ts";
import { Entity } from "./entity.ts";
import { MANAGE } from "./policies.ts";
import { requireLanguages } from "./require-languages.ts";
import { ConfigurationList, EntityParams } from "./schema.ts";

/** `/entities/{entity_id}/configurations`: the ways to show the products of an entity. */
export const configurationRoutes = (services: Services) =>
  resourceRoutes(services, Configuration, {
    path: "/entities/:entity_id/configurations",
    tag: "Entities",
    rights: { view: VIEW, edit: MANAGE, remove: MANAGE },
    changes: { create: createConfiguration, update: updateConfiguration, remove: deleteConfiguration },
    leaves: ["list", "put"],
    requireParent: Entity.require,
    prepare: (fields) => {
      requireLanguages({ language: fields.language });
      return fields;
    },
    texts: {
      one: "Configuration",
      many: "Configurations",
      list: "",
      create: "A new default configuration replaces the previous default.",
      read: "A configuration of this entity.",
      change: "Absent fields keep their value.",
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

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listConfigurations } from "../../db/entities/configurations.ts";
import { findEntity } from "../../db/entities/entities.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { deleteConfiguration, deleteInSteps } from "./delete-entity.ts";
import { configurationBody } from "./entity-body.ts";
import { createConfiguration, findConfigurationOf, updateConfiguration } from "./put-configuration.ts";
import { requireLanguages } from "./require-languages.ts";
import {
  ConfigurationBody,
  ConfigurationCreate,
  ConfigurationList,
  ConfigurationParams,
  ConfigurationUpdate,
  EntityParams,
} from "./schema.ts";

const MANAGE = {
  credential: "any",
  permission: "MANAGE_SETTINGS",
  scope: "products:write",
  tier: "WRITE_CONFIG",
} as const;

const idsOf = (params: { entity_id: string; configuration_id: string }) => ({
  entityId: params.entity_id.toLowerCase(),
  id: params.configuration_id.toLowerCase(),
});

/** `/entities/{entity_id}/configurations`: the ways to show the products of an entity. */
export const configurationRoutes = (services: Services) =>
  new Elysia().use(readingRoutes(services)).use(writingRoutes(services));

const readingRoutes = (services: Services) =>
  new Elysia({ prefix: "/entities/:entity_id/configurations", tags: ["Products"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params }) => {
        const entity = required(await findEntity(db, params.entity_id.toLowerCase()), "entity", params.entity_id);
        return (await listConfigurations(db, entity.id)).map(configurationBody);
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
    )
    .get(
      "/:configuration_id",
      async ({ db, params, headers, set }) => {
        const { entityId, id } = idsOf(params);
        const configuration = await findConfigurationOf(db, entityId, id);
        return withETag({ headers, set }, configuration.version, configurationBody(configuration));
      },
      {
        policy: VIEW,
        params: ConfigurationParams,
        response: { 200: ConfigurationBody },
        detail: {
          operationId: "getConfiguration",
          summary: "Read a configuration",
          description: "Of this entity.",
        },
      },
    );

const writingRoutes = (services: Services) =>
  new Elysia({ prefix: "/entities/:entity_id/configurations", tags: ["Products"] })
    .use(access(services))
    .post(
      "",
      async ({ write, params, body, set, status }) => {
        requireLanguages({ language: body.language });
        const entityId = params.entity_id.toLowerCase();
        const configuration = await write(createConfiguration, { entityId, fields: body });
        set.headers["location"] = `/api/v1/entities/${entityId}/configurations/${configuration.id}`;
        return status(201, withETag({ headers: {}, set }, configuration.version, configurationBody(configuration)));
      },
      {
        policy: MANAGE,
        params: EntityParams,
        body: ConfigurationCreate,
        response: { 201: ConfigurationBody },
        detail: {
          operationId: "createConfiguration",
          summary: "Create a configuration",
          description: "A default one takes the place of the default before it.",
        },
      },
    )
    .patch(
      "/:configuration_id",
      async ({ write, params, body, headers, set }) => {
        requireLanguages({ language: body.language });
        const input = { ...idsOf(params), fields: body, expected: ifMatch(headers) };
        const configuration = await write(updateConfiguration, input);
        return withETag({ headers: {}, set }, configuration.version, configurationBody(configuration));
      },
      {
        policy: MANAGE,
        params: ConfigurationParams,
        body: ConfigurationUpdate,
        response: { 200: ConfigurationBody },
        detail: {
          operationId: "updateConfiguration",
          summary: "Change a configuration",
          description: "Fields that are absent stay as they are.",
        },
      },
    )
    .delete(
      "/:configuration_id",
      async ({ write, params, headers }) => {
        await deleteInSteps(write, deleteConfiguration, { ...idsOf(params), expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: MANAGE,
        params: ConfigurationParams,
        response: { 204: Type.Void({ description: "The configuration is deleted." }) },
        detail: {
          operationId: "deleteConfiguration",
          summary: "Delete a configuration",
          description: "With the texts that products have for it.",
        },
      },
    );

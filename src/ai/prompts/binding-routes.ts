import { Type } from "@sinclair/typebox";
import { listBindings } from "../../../db/prompts/bindings.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { expandable } from "../../http/input/expand.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { noContent } from "../../http/output/answers.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { Entity } from "../../reference/entities/entity.ts";
import type { Services } from "../../runtime/services.ts";
import { PURPOSES } from "../provider/choose-model.ts";
import { CONFIGURE, VIEW } from "../provider/policies.ts";
import { Bindings, bindingVersion, bindPrompt, unbindPrompt } from "./binding.ts";

const Purpose = Type.String({ maxLength: 50, description: PURPOSES.join(", ") });
const EntityId = Type.String({ format: "uuid", description: "Id of the entity." });
const GroupParams = Type.Object({ purpose: Purpose });
const EntityParams = Type.Object({ entity_id: EntityId, purpose: Purpose });
const Bound = Type.Object(
  { prompt_slug: Type.String({ maxLength: 100, examples: ["builtin-descriptions-fr"] }) },
  { title: "PromptBindingInput" },
);
const ListQuery = Type.Object({ entity_id: Type.Optional(EntityId), purpose: Type.Optional(oneOf(PURPOSES)) });
const Deleted = Type.Void({ description: "The binding is deleted." });

/** `/enrichment/prompt-bindings`: which prompt serves a purpose, for the group and for entities. */
export const bindingRoutes = (services: Services) =>
  accessRoutes(services, "Enrichment Prompts", "/enrichment/prompt-bindings")
    .get(
      "",
      async ({ db, query }) => {
        const { entity_id: id, purpose } = query;
        const entityId = id === undefined ? undefined : (await Entity.require(db, id)).id;
        return (await listBindings(db, { entityId, purpose })).map((each) => Bindings.of(each));
      },
      {
        policy: VIEW,
        query: ListQuery,
        response: {
          200: Type.Array(Type.Object({ ...Bindings.Body.properties, ...expandable({ entity: "entity" }) })),
        },
        detail: {
          operationId: "listPromptBindings",
          summary: "List prompt bindings",
          description: "The group's first, then those of entities.",
        },
      },
    )
    .put(
      "/group/:purpose",
      async ({ write, params, body, headers, set }) => {
        const key = { entityId: null, purpose: params.purpose, expected: ifMatch(headers) };
        const binding = await write(bindPrompt, { ...key, promptSlug: body.prompt_slug });
        return withETag({ headers: {}, set }, bindingVersion(binding), Bindings.of(binding));
      },
      {
        policy: CONFIGURE,
        params: GroupParams,
        body: Bound,
        response: { 200: Bindings.Body },
        detail: {
          operationId: "bindGroupPrompt",
          summary: "Bind a prompt for the group",
          description: "Replaces the binding of the purpose. The prompt must be active and of this purpose.",
        },
      },
    )
    .delete(
      "/group/:purpose",
      async ({ write, params, headers }) => {
        await write(unbindPrompt, { entityId: null, purpose: params.purpose, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: CONFIGURE,
        params: GroupParams,
        response: { 204: Deleted },
        detail: {
          operationId: "unbindGroupPrompt",
          summary: "Remove a prompt binding of the group",
          description: "Runs then use the library's default.",
        },
      },
    )
    .put(
      "/entities/:entity_id/:purpose",
      async ({ write, params, body, headers, set }) => {
        const { entity_id: entityId, purpose } = params;
        const key = { entityId, purpose, expected: ifMatch(headers) };
        const binding = await write(bindPrompt, { ...key, promptSlug: body.prompt_slug });
        return withETag({ headers: {}, set }, bindingVersion(binding), Bindings.of(binding));
      },
      {
        policy: CONFIGURE,
        params: EntityParams,
        body: Bound,
        response: { 200: Bindings.Body },
        detail: {
          operationId: "bindEntityPrompt",
          summary: "Bind a prompt for an entity",
          description: "For the purposes descriptions and seo.",
        },
      },
    )
    .delete(
      "/entities/:entity_id/:purpose",
      async ({ write, params, headers }) => {
        const { entity_id: entityId, purpose } = params;
        await write(unbindPrompt, { entityId, purpose, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: CONFIGURE,
        params: EntityParams,
        response: { 204: Deleted },
        detail: {
          operationId: "unbindEntityPrompt",
          summary: "Remove a prompt binding of an entity",
          description: "Runs for the entity are then refused for this purpose.",
        },
      },
    );

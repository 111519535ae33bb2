import { Type } from "@sinclair/typebox";
import { listBindings } from "../../../db/prompts/bindings.ts";
import { accessRoutes } from "../../http/gate/access.ts";
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
        response: { 200: Type.Array(Bindings.expanding({ entity: "entity" })) },
        detail: {
          operationId: "listPromptBindings",
          summary: "List prompt bindings",
          description: "The group's first, then those of entities.",
        },
      },
    )
    .use(
      changeRoutes(services, "/group/:purpose", GroupParams, {
        put: {
          operationId: "bindGroupPrompt",
          summary: "Bind a prompt for the group",
          description: "Replaces the binding of the purpose. The prompt must be active and of this purpose.",
        },
        remove: {
          operationId: "unbindGroupPrompt",
          summary: "Remove a prompt binding of the group",
          description: "Runs then use the library's default.",
        },
      }),
    )
    .use(
      changeRoutes(services, "/entities/:entity_id/:purpose", EntityParams, {
        put: {
          operationId: "bindEntityPrompt",
          summary: "Bind a prompt for an entity",
          description: "For the purposes descriptions and seo.",
        },
        remove: {
          operationId: "unbindEntityPrompt",
          summary: "Remove a prompt binding of an entity",
          description: "Runs for the entity are then refused for this purpose.",
        },
      }),
    );

/** Which binding a path means. */
const keyOf = (params: { entity_id?: string; purpose: string }, headers: Parameters<typeof ifMatch>[0]) => ({
  entityId: params.entity_id ?? null,
  purpose: params.purpose,
  expected: ifMatch(headers),
});

/** Binds a prompt and takes that back, for the group or for an entity. */
const changeRoutes = (
  services: Services,
  path: string,
  params: typeof GroupParams | typeof EntityParams,
  texts: Record<"put" | "remove", { operationId: string; summary: string; description: string }>,
) =>
  accessRoutes(services, "Enrichment Prompts")
    .put(
      path,
      async ({ write, params, body, headers, set }) => {
        const binding = await write(bindPrompt, { ...keyOf(params, headers), promptSlug: body.prompt_slug });
        return withETag({ headers: {}, set }, bindingVersion(binding), Bindings.of(binding));
      },
      { policy: CONFIGURE, params, body: Bound, response: { 200: Bindings.Body }, detail: texts.put },
    )
    .delete(
      path,
      async ({ write, params, headers }) => {
        await write(unbindPrompt, keyOf(params, headers));
        return noContent();
      },
      { policy: CONFIGURE, params, response: { 204: Deleted }, detail: texts.remove },
    );

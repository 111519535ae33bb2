import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../http/gate/access.ts";
import { noContent } from "../http/output/answers.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import { SETTINGS } from "../kit/setting-routes.ts";
import type { Services } from "../runtime/services.ts";
import { DEPENDENCIES, type DependencyName } from "./dependencies.ts";
import type { Dependency } from "./dependency.ts";
import { dependencyBodyOf } from "./dependency-body.ts";
import { dependencyChangeOf } from "./dependency-change.ts";
import { dependencyBody, dependencyUpdate } from "./dependency-schema.ts";
import { putDependency } from "./put-dependency.ts";
import { removeDependency } from "./remove-dependency.ts";
import { findDependency } from "./stored-dependency.ts";

// A stored fingerprint of the request would be a hash of a secret that may be short.
const WRITE = { ...SETTINGS, tier: "WRITE_CONFIG", secretAnswer: true } as const;

/** `ai-provider` is `AiProvider` in the names of its operations. */
const pascal = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `/settings/smtp` and its like: one outside service that a tenant connects. */
function routesOf(services: Services, name: DependencyName) {
  const dependency: Dependency = DEPENDENCIES[name];
  const { title, code } = dependency;
  const refused = code === undefined ? "" : ` While it is not configured, operations that need it fail with ${code}.`;
  const body = dependencyBody(dependency);
  return accessRoutes(services, "Connected Services", `/settings/${name}`)
    .get(
      "",
      async ({ db, headers, set }) => {
        const stored = await findDependency(db, name);
        return withETag({ headers, set }, stored.version, dependencyBodyOf(dependency, stored));
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: body },
        detail: {
          operationId: `get${pascal(name)}`,
          summary: `Get the ${title}`,
          description: `The current settings, without the secret.${refused}`,
        },
      },
    )
    .put(
      "",
      async ({ tenantId, db, write, body, headers, set }) => {
        const where = { tenantId, name, expected: ifMatch(headers) };
        await write(putDependency, dependencyChangeOf(services.secrets, where, body));
        const stored = await findDependency(db, name);
        return withETag({ headers: {}, set }, stored.version, dependencyBodyOf(dependency, stored));
      },
      {
        policy: WRITE,
        body: dependencyUpdate(dependency),
        response: { 200: body },
        detail: {
          operationId: `put${pascal(name)}`,
          summary: `Set the ${title}`,
          description:
            "Replaces the settings. The secret is stored encrypted and kept unless a new one is sent. When the address changes, send the secret again.",
        },
      },
    )
    .delete(
      "",
      async ({ write, headers }) => {
        await write(removeDependency, { name, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: WRITE,
        response: { 204: Type.Void({ description: "The configuration is deleted." }) },
        detail: {
          operationId: `delete${pascal(name)}`,
          summary: `Delete the ${title}`,
          description: "Deletes all settings, including the secret.",
        },
      },
    );
}

/** The settings behind the `*_NOT_CONFIGURED` answers. */
export const dependencyRoutes = (services: Services) =>
  new Elysia()
    .use(routesOf(services, "erp"))
    .use(routesOf(services, "ai-provider"))
    .use(routesOf(services, "scraper-sync-key"))
    .use(routesOf(services, "search-vector"))
    .use(routesOf(services, "smtp"))
    .use(routesOf(services, "translator"))
    .use(routesOf(services, "web-search"));

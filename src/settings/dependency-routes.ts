import { createHash } from "node:crypto";
import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../http/gate/access.ts";
import { maybe, orNull } from "../http/input/fields.ts";
import { noContent } from "../http/output/answers.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import { SETTINGS } from "../kit/setting-routes.ts";
import type { Services } from "../runtime/services.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { isoOrNull } from "../text/instant.ts";
import { DEPENDENCIES, type DependencyName } from "./dependencies.ts";
import type { Dependency } from "./dependency.ts";
import { type DependencyChange, putDependency, removeDependency } from "./put-dependency.ts";
import { findDependency, isConfigured, placeOf, type StoredDependency, type StoredSecret } from "./read-dependency.ts";

// A stored fingerprint of the request would be a hash of a secret that may be short.
const WRITE = { ...SETTINGS, tier: "WRITE_CONFIG", secretAnswer: true } as const;

/** `ai-provider` is `AiProvider` in the names of its operations. */
const pascal = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An object whose fields the compiler does not know: they come from a list. */
const anyFields = (properties: TProperties) => Type.Unsafe<Record<string, unknown>>(Type.Object(properties));

/** What `PUT` takes. */
const dependencyUpdate = ({ fields, secret }: Dependency) =>
  anyFields({
    enabled: Type.Boolean({ description: "False keeps the settings without using them." }),
    ...fields,
    [secret.field]: maybe(secret.schema, "Write-only. Absent: unchanged; null: removed."),
  });

/** The field that replaces the secret in an answer. */
const shownSecret = ({ secret: { field, shows } }: Dependency): string =>
  shows === "presence" ? `has_${field}` : "key_hint";

const shownSchema = ({ secret }: Dependency): TSchema =>
  secret.shows === "presence"
    ? Type.Boolean({ description: "Whether a secret is stored. It is never shown." })
    : orNull(
        Type.String({ examples: ["1e7a"] }),
        "Last four characters of the key; null if no key is set or it is too short.",
      );

/** What `GET` and `PUT` answer. */
const dependencyBody = (dependency: Dependency) => {
  const fields: TProperties = Object.fromEntries(
    Object.entries(dependency.fields).map(([name, schema]) => [
      name,
      orNull(Type.Optional(schema, false), "Null if not set."),
    ]),
  );
  return anyFields({
    enabled: Type.Boolean(),
    is_configured: Type.Boolean({ description: "Whether it can be used: enabled, with the required secret." }),
    ...fields,
    [shownSecret(dependency)]: shownSchema(dependency),
    updated_at: orNull(Type.String({ format: "date-time" }), "Null if never set."),
  });
};

/** A dependency as the API shows it: what it holds, without its secret. */
function dependencyBodyOf(dependency: Dependency, stored: StoredDependency): Record<string, unknown> {
  const fields = Object.keys(dependency.fields).map((name) => [name, stored.value[name] ?? null]);
  const { secret } = stored;
  const shown = dependency.secret.shows === "presence" ? secret !== undefined : (secret?.hint ?? null);
  return {
    enabled: stored.isEnabled,
    is_configured: isConfigured(dependency, stored),
    ...Object.fromEntries(fields),
    [shownSecret(dependency)]: shown,
    updated_at: isoOrNull(stored.updatedAtMs),
  };
}

// Of a shorter secret four characters would reveal too much.
const HINTED_LENGTH_MIN = 16;

const hintOf = ({ shows }: Dependency["secret"], secret: string): string | null =>
  shows === "hint" && secret.length >= HINTED_LENGTH_MIN ? secret.slice(-4) : null;

function seal(secrets: SecretBox, tenantId: string, dependency: Dependency, secret: string): StoredSecret {
  const hint = hintOf(dependency.secret, secret);
  if (dependency.secret.storedAs === "hash") return { hint, hash: createHash("sha256").update(secret).digest("hex") };
  const place = { tenantId, place: placeOf(dependency), field: dependency.secret.field };
  return { hint, ...secrets.seal(place, secret) };
}

/** What a validated body asks to change. The secret is encrypted, or hashed, before it goes any further. */
export function dependencyChangeOf(
  secrets: SecretBox,
  { tenantId, name, expected }: { tenantId: string; name: DependencyName; expected: string[] | null },
  body: Record<string, unknown>,
): DependencyChange {
  const dependency: Dependency = DEPENDENCIES[name];
  const { enabled, [dependency.secret.field]: raw, ...value } = body;
  const secret = typeof raw === "string" ? seal(secrets, tenantId, dependency, raw) : (raw as null | undefined); // validated
  return { name, isEnabled: enabled === true, value, secret, expected };
}

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
export function dependencyRoutes(services: Services) {
  const routes = new Elysia();
  // The names of a literal object are its own.
  for (const name of Object.keys(DEPENDENCIES) as DependencyName[]) routes.use(routesOf(services, name));
  return routes;
}

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { SCOPES } from "../../http/gate/credentials/principal.ts";
import { Time, Uuid } from "../../http/input/fields.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { ifMatch } from "../../http/output/etag.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs, millisecondsOf } from "../../text/instant.ts";
import { dropCallerAfter } from "../auth/callers/authenticator.ts";
import { SCOPE_DESCRIPTIONS } from "../auth/callers/scopes.ts";
import { ApiKey, apiKeyChanges, ScopeName } from "./api-key.ts";
import { newRawKey } from "./raw-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";

const Key = Type.String({
  description: "The API key. Shown once.",
  examples: ["pm_live_8Zt3mQ0yKXw1bVnR5cJd7LhG2sPfAe9Ui4To6k0aBc"],
});
const { name, scopes } = ApiKey.fields;

const ApiKeyCreated = Type.Object({
  id: Uuid,
  name: name.output,
  key: Key,
  scopes: scopes.output,
  created_at: Time,
});

const ApiKeyRotated = Type.Object({ id: Uuid, key: Key, rotated_at: Time });

const RotateQuery = Type.Object({
  is_test: Type.Optional(Type.Boolean({ description: "Changes the prefix. Absent: unchanged." })),
});

const KeyParams = Type.Object({ key_id: Type.String({ description: "Id of the key." }) });

const ScopeList = Type.Object({
  scopes: Type.Array(Type.Object({ id: ScopeName, description: Type.String() })),
  total: Type.Integer(),
});

const PASSED: FieldProblem = { field: "expires_at", type: "out_of_range", key: "api_keys.expired" };

/** What no schema says of a key's fields: its end lies ahead. */
const expiryChecks = ({ now }: { now: () => number }) => ({
  expires_at: (text: string) => (millisecondsOf(text) <= now() ? [PASSED] : []),
});

const READ = { credential: "session", permission: "MANAGE_SETTINGS", tier: "READ_ADMIN" } as const;
const WRITE = { credential: "session", permission: "MANAGE_SETTINGS", tier: "WRITE_CONFIG" } as const;
/** An answer with a raw key is never stored, not even for a repeated request. */
const SHOW_KEY = { ...WRITE, secretAnswer: true } as const;
/** The keys that open something. */
const OPEN = "is_active = 1 and (expires_at_ms is null or expires_at_ms > :nowMs)";

/** `/api-keys`: the keys of machines. Only people manage them. */
export const apiKeyRoutes = (services: Services) =>
  new Elysia().use(scopeRoute(services)).use(routesOfKeys(services)).use(rotationRoute(services));

const routesOfKeys = (services: Services) => {
  const body = { checks: expiryChecks(services) };
  return resourceRoutes(services, ApiKey, {
    path: "/api-keys",
    tag: "API Keys",
    rights: {
      view: READ,
      create: { ...SHOW_KEY, refusals: [], body },
      edit: { ...WRITE, refusals: [], body },
      remove: WRITE,
    },
    changes: apiKeyChanges,
    list: {
      flags: {
        include_inactive: {
          description: "Include disabled and expired keys. Default false.",
          restricts: (isSet, nowMs) => (isSet ? undefined : { sql: OPEN, args: { nowMs } }),
        },
      },
      counters: "flat",
    },
    leaves: ["put"],
    seal: (fields, { isNew }) => {
      if (!isNew) return { fields };
      const { key, stored } = newRawKey(fields.is_test ?? false);
      return { fields: { ...fields, ...stored }, once: key };
    },
    once: {
      Body: ApiKeyCreated,
      bodyOf: ({ id, name, scopes, created_at_ms: atMs }, key) => ({
        id,
        name,
        key,
        scopes,
        created_at: isoOfMs(atMs),
      }),
    },
    after: (tenantId, change) => dropCallerAfter(services, tenantId, change),
    texts: {
      one: "ApiKey",
      word: "API key",
      words: "API keys",
      removal: { verb: "revoke", done: "revoked" },
      list: "Newest first, without key values. `include_inactive` adds disabled and expired keys.",
      create: "The key is returned once: only its hash is stored. Send it in the header `X-API-Key`.",
      read: "Details of a key, without its value.",
      change: "Updates the fields sent, effective from the next request. The key value is unchanged.",
      remove: "Permanent: the next request is refused. To disable a key temporarily, set `is_active` to false.",
    },
  });
};

const scopeRoute = (services: Services) =>
  accessRoutes(services, "API Keys", "/api-keys").get(
    "/scopes",
    ({ language, set }) => {
      set.headers["content-language"] = language;
      const scopes = SCOPES.map((id) => ({ id, description: SCOPE_DESCRIPTIONS[id][language] }));
      return { scopes, total: scopes.length };
    },
    {
      policy: READ,
      response: { 200: ScopeList },
      detail: {
        operationId: "listScopes",
        summary: "List scopes",
        description: "All scopes. No scope implies another.",
      },
    },
  );

const rotationRoute = (services: Services) =>
  accessRoutes(services, "API Keys", "/api-keys").post(
    "/:key_id/rotate",
    async ({ tenantId, db, write, params, query, headers }) => {
      const known = await ApiKey.require(db, params.key_id);
      const isTest = query.is_test ?? known.is_test;
      const { key, stored } = newRawKey(isTest);
      const input = { id: known.id, expected: ifMatch(headers), isTest, kept: stored };
      const { id, rotatedAt } = await dropCallerAfter(services, tenantId, write(rotateApiKey, input));
      return { id, key, rotated_at: rotatedAt };
    },
    {
      policy: SHOW_KEY,
      params: KeyParams,
      query: RotateQuery,
      response: { 200: ApiKeyRotated },
      detail: {
        operationId: "rotateApiKey",
        summary: "Rotate an API key",
        description: "The old value stops working at once. Id, scopes and settings are unchanged.",
      },
    },
  );

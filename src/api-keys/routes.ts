import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findApiKey } from "../../db/api-keys/api-keys.ts";
import { forgetAfter } from "../auth/forget-after.ts";
import { SCOPE_DESCRIPTIONS } from "../auth/scopes.ts";
import { access } from "../http/gate/access.ts";
import { SCOPES } from "../http/gate/principal.ts";
import { pageOf } from "../http/input/page.ts";
import { noContent } from "../http/output/answers.ts";
import { required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import { apiKeyBody } from "./api-key-body.ts";
import { createApiKey } from "./create-api-key.ts";
import { expiryChecks } from "./expiry.ts";
import { changesOf, creationOf } from "./inputs.ts";
import { pageOfApiKeys } from "./list-api-keys.ts";
import { newRawKey } from "./raw-key.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import {
  ApiKeyBody,
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyPage,
  ApiKeyPatch,
  ApiKeyQuery,
  ApiKeyRotated,
  KeyParams,
  RotateQuery,
  ScopeList,
} from "./schema.ts";
import { updateApiKey } from "./update-api-key.ts";

const READ = { credential: "session", permission: "MANAGE_SETTINGS", tier: "READ_ADMIN" } as const;
const WRITE = { credential: "session", permission: "MANAGE_SETTINGS", tier: "WRITE_CONFIG" } as const;
/** An answer with a raw key is never stored, not even for a repeated request. */
const SHOW_KEY = { ...WRITE, secretAnswer: true } as const;

const isoTime = (ms: number) => new Date(ms).toISOString();

/** `/api-keys`: the keys of machines. Only people manage them. */
export const apiKeyRoutes = (services: Services) =>
  new Elysia({ prefix: "/api-keys", tags: ["API Keys"] })
    .use(access(services))
    .get("", ({ db, query }) => pageOfApiKeys(db, query, pageOf(query), services.now()), {
      policy: READ,
      query: ApiKeyQuery,
      response: { 200: ApiKeyPage },
      detail: {
        operationId: "listApiKeys",
        summary: "List API keys",
        description: "Newest first, without key values. `include_inactive` adds disabled and expired keys.",
      },
    })
    .post(
      "",
      async ({ tenantId, write, body, set, status }) => {
        const { key, ...secret } = newRawKey(body.is_test ?? false);
        const { id, name, scopes, createdAtMs } = await forgetAfter(
          services,
          tenantId,
          write(createApiKey, creationOf(body, secret)),
        );
        set.headers["location"] = `/api/v1/api-keys/${id}`;
        return status(201, { id, name, key, scopes, created_at: isoTime(createdAtMs) });
      },
      {
        policy: { ...SHOW_KEY, body: { checks: expiryChecks(services) } },
        body: ApiKeyCreate,
        response: { 201: ApiKeyCreated },
        detail: {
          operationId: "createApiKey",
          summary: "Create an API key",
          description: "The key is returned once: only its hash is stored. Send it in the header `X-API-Key`.",
        },
      },
    )
    .get(
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
    )
    .get(
      "/:key_id",
      async ({ db, params, headers, set }) => {
        const key = required(await findApiKey(db, params.key_id), "api_key", params.key_id);
        return withETag({ headers, set }, key.version, apiKeyBody(key));
      },
      {
        policy: READ,
        params: KeyParams,
        response: { 200: ApiKeyBody },
        detail: {
          operationId: "getApiKey",
          summary: "Get an API key",
          description: "Details of a key, without its value.",
        },
      },
    )
    .patch(
      "/:key_id",
      async ({ tenantId, write, params, body, headers, set }) => {
        const input = { id: params.key_id, expected: ifMatch(headers), changes: changesOf(body) };
        const key = await forgetAfter(services, tenantId, write(updateApiKey, input));
        return withETag({ headers: {}, set }, key.version, apiKeyBody(key));
      },
      {
        policy: { ...WRITE, body: { checks: expiryChecks(services) } },
        params: KeyParams,
        body: ApiKeyPatch,
        response: { 200: ApiKeyBody },
        detail: {
          operationId: "updateApiKey",
          summary: "Update an API key",
          description: "Updates the fields sent, effective from the next request. The key value is unchanged.",
        },
      },
    )
    .delete(
      "/:key_id",
      async ({ tenantId, write, params, headers }) => {
        await forgetAfter(services, tenantId, write(revokeApiKey, { id: params.key_id, expected: ifMatch(headers) }));
        return noContent();
      },
      {
        policy: WRITE,
        params: KeyParams,
        response: { 204: Type.Void({ description: "The key is revoked." }) },
        detail: {
          operationId: "revokeApiKey",
          summary: "Revoke an API key",
          description:
            "Permanent: the next request is refused. To disable a key temporarily, set `is_active` to false.",
        },
      },
    )
    .post(
      "/:key_id/rotate",
      async ({ tenantId, db, write, params, query, headers }) => {
        const known = required(await findApiKey(db, params.key_id), "api_key", params.key_id);
        const isTest = query.is_test ?? known.isTest;
        const { key, ...secret } = newRawKey(isTest);
        const input = { id: known.id, expected: ifMatch(headers), isTest, secret };
        const { id, rotatedAtMs } = await forgetAfter(services, tenantId, write(rotateApiKey, input));
        return { id, key, rotated_at: isoTime(rotatedAtMs) };
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

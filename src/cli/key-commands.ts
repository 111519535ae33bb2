import { type ApiKey, listApiKeys } from "../../db/api-keys/api-keys.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";
import { newRawKey } from "../api-keys/raw-key.ts";
import { revokeApiKey } from "../api-keys/revoke-api-key.ts";
import { forgetAfter } from "../auth/forget-after.ts";
import { SCOPES, type Scope } from "../http/gate/principal.ts";
import type { Services } from "../runtime/services.ts";
import { isoOfMs } from "../text/instant.ts";
import { CONSOLE, type ConsoleCommand, type ConsoleInput } from "./console-command.ts";
import { TENANT_OPTION, tenantOf } from "./tenant-option.ts";

const LIST_MAX = 1_000;
const by = CONSOLE;

const shown = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: `…${key.keyHint}`,
  scopes: key.scopes.join(", "),
  is_active: key.isActive,
  expires_at: key.expiresAtMs === null ? null : isoOfMs(key.expiresAtMs),
});

async function create(services: Services, input: ConsoleInput) {
  const tenantId = await tenantOf(services, input);
  const isTest = input.isOn("test");
  const { key, ...secret } = newRawKey(isTest);
  const scopes = input.list("scopes") as Scope[]; // of the choices
  const creation = {
    name: input.required("name"),
    description: null,
    scopes,
    expiresAtMs: null,
    rateLimitPerMinute: null,
    isTest,
    secret,
  };
  const { id } = await forgetAfter(services, tenantId, services.write(createApiKey, tenantId, creation, { by }));
  return { id, key };
}

/** `catalogd key …` */
export const KEY_COMMANDS: ConsoleCommand[] = [
  {
    group: "key",
    verb: "create",
    description: "Create an API key; it is shown once",
    options: [
      TENANT_OPTION,
      { name: "name", description: "Name of the key", isRequired: true },
      {
        name: "scopes",
        description: "Comma-separated scopes",
        kind: "list",
        choices: SCOPES,
        isRequired: true,
      },
      { name: "test", description: "Create a key with the prefix pm_test_", kind: "switch" },
    ],
    run: create,
  },
  {
    group: "key",
    verb: "list",
    description: "List the API keys of a tenant, including disabled and expired ones",
    options: [TENANT_OPTION],
    run: async (services, input) => {
      const db = services.reader(await tenantOf(services, input));
      const page = { limit: LIST_MAX, offset: 0, after: undefined };
      return (await listApiKeys(db, { includeInactive: true, nowMs: services.now() }, page)).map(shown);
    },
  },
  {
    group: "key",
    verb: "revoke",
    description: "Revoke an API key permanently",
    options: [TENANT_OPTION, { name: "id", description: "Id of the key", isRequired: true }],
    run: async (services, input) => {
      const tenantId = await tenantOf(services, input);
      const id = input.required("id");
      await forgetAfter(services, tenantId, services.write(revokeApiKey, tenantId, { id, expected: null }, { by }));
      return { id, revoked: true };
    },
  },
];

import { SCOPES, type Scope } from "../../http/gate/credentials/principal.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { ApiKey, type ApiKeyRow, apiKeyChanges } from "../../identity/api-keys/api-key.ts";
import { newRawKey } from "../../identity/api-keys/raw-key.ts";
import { dropCallerAfter } from "../../identity/auth/callers/authenticator.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOrNull } from "../../text/instant.ts";
import { CONSOLE, type ConsoleCommand, type ConsoleInput } from "./console-command.ts";
import { NEWEST } from "./newest.ts";
import { TENANT_OPTION, tenantOf } from "./tenant-option.ts";

const ALL = "all";
const by = CONSOLE;

const shown = (key: ApiKeyRow) => ({
  id: key.id,
  name: key.name,
  hint: `…${key.key_hint}`,
  scopes: key.scopes,
  is_active: key.is_active,
  expires_at: key.expires_at,
});

const DAY_MS = 86_400_000;
const UNITS_MS: Record<string, number> = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };

/** `90d`, `12h` or `4w` from now, or a date. Throws VALIDATION_FAILED. */
function expiryIn(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const [, count, unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const atMs = count === undefined ? Date.parse(text) : nowMs + Number(count) * (UNITS_MS[unit] ?? 0);
  if (Number.isNaN(atMs)) throw invalidBody([{ field: "expires", type: "invalid_format", key: "console.expires" }]);
  if (atMs <= nowMs) throw invalidBody([{ field: "expires", type: "out_of_range", key: "api_keys.expired" }]);
  return atMs;
}

async function create(services: Services, input: ConsoleInput) {
  const tenantId = await tenantOf(services, input);
  const isTest = input.isOn("test");
  const { key, stored } = newRawKey(isTest);
  const named = input.list("scopes") as (Scope | typeof ALL)[]; // of the choices
  const scopes = named.flatMap((each) => (each === ALL ? SCOPES : each));
  const expiresAtMs = expiryIn(input.text("expires"), services.now());
  const expiresAt = isoOrNull(expiresAtMs);
  const fields = { name: input.required("name"), scopes, expires_at: expiresAt, is_test: isTest, ...stored };
  const { id } = await dropCallerAfter(
    services,
    tenantId,
    services.write(apiKeyChanges.create, tenantId, { fields }, { by }),
  );
  return { id, key, expires_at: expiresAt };
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
        description: "Comma-separated scopes, or all",
        kind: "list",
        choices: [ALL, ...SCOPES],
        isRequired: true,
      },
      { name: "expires", description: "When it ends: 90d, 12h, 4w, or a date such as 2027-01-31; absent: never" },
      { name: "test", description: "Create a key with the prefix pm_test_", kind: "switch" },
    ],
    examples: [
      "catalogd key create --name shop --scopes products:read,exports:manage --expires 90d",
      "catalogd key create --name admin --scopes all",
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
      return (await ApiKey.table.list(db, NEWEST)).map(shown);
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
      await dropCallerAfter(
        services,
        tenantId,
        services.write(apiKeyChanges.remove, tenantId, { id, expected: null, how: undefined }, { by }),
      );
      return { id, revoked: true };
    },
  },
];

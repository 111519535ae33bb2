import { Type } from "@sinclair/typebox";
import { FLAG, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { SCOPES, type Scope } from "../../http/gate/credentials/principal.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { hiddenField, jsonField, optionalDateTime, shownField } from "../../kit/resource/fields.ts";
import { type RowOf, record } from "../../kit/resource/record.ts";

const CALLS_MAX = 10_000;

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "Display name of the key.",
  examples: ["ERP, production"],
});
const Description = Type.String({ maxLength: 500, examples: ["Nightly stock update"] });
/** One of what a key may do. */
export const ScopeName = oneOf(SCOPES, { description: "Scope of the key; see `GET /api-keys/scopes`." });
const scopesOf = (options: { default?: Scope[] } = {}) =>
  Type.Array(ScopeName, { minItems: 1, ...options, examples: [["products:read", "imports:manage"]] });
const Scopes = scopesOf();
const CallsPerMinute = Type.Integer({
  minimum: 1,
  maximum: CALLS_MAX,
  description: "Requests per minute; overrides the limits of the tiers.",
  examples: [600],
});
const calls = (description: string) => orNull(CallsPerMinute, description);
const TEST = "Test key with the prefix `pm_test_`. Uses the same data.";
const ACTIVE = "False disables the key.";

/** How a machine signs in. */
export const ApiKey = record({
  table: "api_key",
  noun: "api_key",
  key: "key",
  hasPlainId: true,
  fields: {
    name: { input: Name, output: Name, column: TEXT },
    description: {
      input: orNull(Description, "Null removes it."),
      creation: orNull(Description, "Purpose of the key."),
      output: orNull(Description, "Null if none."),
      column: TEXT_OR_NULL,
      initial: null,
    },
    key_hint: shownField(
      Type.String({ description: "The last four characters of the key.", examples: ["aBcd"] }),
      TEXT,
      "",
    ),
    scopes: {
      ...jsonField<Scope[]>(Scopes, ["products:read", "ext:products:read"]),
      creation: scopesOf({ default: ["products:read", "ext:products:read"] }),
      normalize: (scopes: Scope[]) => [...new Set(scopes)],
    },
    expires_at: {
      ...optionalDateTime(""),
      input: orNull(Time, "Expiry date, in the future. Null: the key never expires."),
      creation: orNull(Time, "Expiry date, in the future. Absent or null: the key never expires."),
      output: orNull(Time, "Null: it never expires."),
    },
    rate_limit_per_minute: {
      input: calls("Null: the limits of the tiers."),
      creation: calls("Absent or null: the limits of the tiers."),
      output: calls("Null: the limits of the tiers."),
      column: NUMBER_OR_NULL,
      initial: null,
    },
    is_test: {
      input: Type.Boolean({ default: false, description: "Create a key with the prefix `pm_test_`." }),
      output: Type.Boolean({ description: TEST }),
      column: FLAG,
      initial: false,
      sent: "once" as const,
    },
    is_active: {
      input: Type.Boolean({ description: ACTIVE }),
      output: Type.Boolean(),
      column: FLAG,
      initial: true,
      sent: "later" as const,
    },
    rotated_at: {
      ...optionalDateTime(""),
      output: orNull(Time, "Last rotation; null if the key was never rotated."),
      sent: "never" as const,
    },
    // SHA-256 of the raw key, hex.
    key_hash: hiddenField(TEXT, ""),
  },
  isUndated: true,
});
export type ApiKeyRow = RowOf<typeof ApiKey.fields, Record<never, never>>;

/** The raw key stays with who asks for it: neither the input nor the result of a change holds it. */
export const apiKeyChanges = changesOf("api-keys", ApiKey, {
  created: (tx, { id, name, scopes }, context) => noteAudit(tx, context, "api_key.created", id, { name, scopes }),
  audit: {
    changed: "api_key.changed",
    deleted: "api_key.revoked",
    details: ({ name }) => ({ name }),
  },
});

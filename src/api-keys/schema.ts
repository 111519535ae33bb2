import { Type } from "@sinclair/typebox";
import { SCOPES } from "../http/gate/principal.ts";
import { Time } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { flatPageOf, pageQuery } from "../http/input/page.ts";

const CALLS_MAX = 10_000;

const Id = Type.String({ examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "Display name of the key.",
  examples: ["ERP, production"],
});
const Description = Type.String({ maxLength: 500, examples: ["Nightly stock update"] });
const ScopeName = oneOf(SCOPES, { description: "Scope of the key; see `GET /api-keys/scopes`." });
const Scopes = Type.Array(ScopeName, { minItems: 1, examples: [["products:read", "imports:manage"]] });
const CallsPerMinute = Type.Integer({
  minimum: 1,
  maximum: CALLS_MAX,
  description: "Requests per minute; overrides the limits of the tiers.",
  examples: [600],
});
const Key = Type.String({
  description: "The API key. Shown once.",
  examples: ["pm_live_8Zt3mQ0yKXw1bVnR5cJd7LhG2sPfAe9Ui4To6k0aBc"],
});

const nullable = <T extends ReturnType<typeof Type.String> | typeof CallsPerMinute>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const ApiKeyBody = Type.Object(
  {
    id: Id,
    name: Name,
    description: nullable(Description, "Null if none."),
    key_hint: Type.String({ description: "The last four characters of the key.", examples: ["aBcd"] }),
    scopes: Scopes,
    expires_at: nullable(Time, "Null: it never expires."),
    rate_limit_per_minute: nullable(CallsPerMinute, "Null: the limits of the tiers."),
    is_test: Type.Boolean({ description: "Test key with the prefix `pm_test_`. Uses the same data." }),
    is_active: Type.Boolean(),
    created_at: Time,
    rotated_at: nullable(Time, "Last rotation; null if the key was never rotated."),
  },
  { description: "An API key, without its value." },
);

export const ApiKeyPage = flatPageOf(ApiKeyBody);

export const ApiKeyQuery = Type.Object({
  ...pageQuery().properties,
  include_inactive: Type.Optional(Type.Boolean({ description: "Include disabled and expired keys. Default false." })),
});

export const ApiKeyCreate = Type.Object({
  name: Name,
  description: Type.Optional(nullable(Description, "Purpose of the key.")),
  scopes: Type.Optional(
    Type.Array(ScopeName, {
      minItems: 1,
      default: ["products:read", "ext:products:read"],
      examples: [["products:read", "imports:manage"]],
    }),
  ),
  expires_at: Type.Optional(nullable(Time, "Expiry date, in the future. Absent or null: the key never expires.")),
  rate_limit_per_minute: Type.Optional(nullable(CallsPerMinute, "Absent or null: the limits of the tiers.")),
  is_test: Type.Optional(Type.Boolean({ default: false, description: "Create a key with the prefix `pm_test_`." })),
});

export const ApiKeyPatch = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(nullable(Description, "Null removes it.")),
  scopes: Type.Optional(Scopes),
  expires_at: Type.Optional(nullable(Time, "Expiry date, in the future. Null: the key never expires.")),
  rate_limit_per_minute: Type.Optional(nullable(CallsPerMinute, "Null: the limits of the tiers.")),
  is_active: Type.Optional(Type.Boolean({ description: "False disables the key." })),
});

export const ApiKeyCreated = Type.Object({ id: Id, name: Name, key: Key, scopes: Scopes, created_at: Time });

export const ApiKeyRotated = Type.Object({ id: Id, key: Key, rotated_at: Time });

export const RotateQuery = Type.Object({
  is_test: Type.Optional(Type.Boolean({ description: "Changes the prefix. Absent: unchanged." })),
});

export const KeyParams = Type.Object({
  key_id: Type.String({ description: "Id of the key.", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] }),
});

export const ScopeList = Type.Object({
  scopes: Type.Array(Type.Object({ id: ScopeName, description: Type.String() })),
  total: Type.Integer(),
});

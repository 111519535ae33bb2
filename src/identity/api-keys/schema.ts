import { Type } from "@sinclair/typebox";
import { Time, Uuid } from "../../http/input/fields.ts";
import { ApiKey, ScopeName } from "./api-key.ts";

const Key = Type.String({
  description: "The API key. Shown once.",
  examples: ["pm_live_8Zt3mQ0yKXw1bVnR5cJd7LhG2sPfAe9Ui4To6k0aBc"],
});
const { name, scopes } = ApiKey.fields;

export const ApiKeyCreated = Type.Object({
  id: Uuid,
  name: name.output,
  key: Key,
  scopes: scopes.output,
  created_at: Time,
});

export const ApiKeyRotated = Type.Object({ id: Uuid, key: Key, rotated_at: Time });

export const RotateQuery = Type.Object({
  is_test: Type.Optional(Type.Boolean({ description: "Changes the prefix. Absent: unchanged." })),
});

export const KeyParams = Type.Object({ key_id: Type.String({ description: "Id of the key." }) });

export const ScopeList = Type.Object({
  scopes: Type.Array(Type.Object({ id: ScopeName, description: Type.String() })),
  total: Type.Integer(),
});

import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { orNull } from "../http/input/fields.ts";
import type { Dependency } from "./dependency.ts";

/** An object whose fields the compiler does not know: they come from a list. */
const anyFields = (properties: TProperties) => Type.Unsafe<Record<string, unknown>>(Type.Object(properties));

/** What `PUT` takes. */
export const dependencyUpdate = ({ fields, secret }: Dependency) =>
  anyFields({
    enabled: Type.Boolean({ description: "False keeps the settings without using them." }),
    ...fields,
    [secret.field]: Type.Optional(orNull(secret.schema, "Write-only. Absent: unchanged; null: removed.")),
  });

/** The field that replaces the secret in an answer. */
export const shownSecret = ({ secret: { field, shows } }: Dependency): string =>
  shows === "presence" ? `has_${field}` : "key_hint";

const shownSchema = ({ secret }: Dependency): TSchema =>
  secret.shows === "presence"
    ? Type.Boolean({ description: "Whether a secret is stored. It is never shown." })
    : orNull(
        Type.String({ examples: ["1e7a"] }),
        "Last four characters of the key; null if no key is set or it is too short.",
      );

/** What `GET` and `PUT` answer. */
export const dependencyBody = (dependency: Dependency) => {
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

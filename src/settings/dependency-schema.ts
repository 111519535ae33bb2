import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { Dependency } from "./dependencies.ts";

const orNull = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });

/** An object whose fields the compiler does not know: they come from a list. */
const anyFields = (properties: TProperties) => Type.Unsafe<Record<string, unknown>>(Type.Object(properties));

/** What `PUT` takes. */
export const dependencyUpdate = ({ fields, secret }: Dependency) =>
  anyFields({
    enabled: Type.Boolean({ description: "False keeps everything, and uses nothing of it." }),
    ...fields,
    [secret.field]: Type.Optional(orNull(secret.schema, "Never shown again. Absent: it stays; null: it is forgotten.")),
  });

/** The field that stands for the secret in an answer. */
export const shownSecret = ({ secret: { field, shows } }: Dependency): string =>
  shows === "presence" ? `has_${field}` : "key_hint";

const shownSchema = ({ secret }: Dependency): TSchema =>
  secret.shows === "presence"
    ? Type.Boolean({ description: "Whether there is one. It is never shown." })
    : orNull(
        Type.String({ examples: ["1e7a"] }),
        "The last four characters of a long key; null: there is none, or it is short.",
      );

/** What `GET` and `PUT` answer. */
export const dependencyBody = (dependency: Dependency) => {
  const fields: TProperties = Object.fromEntries(
    Object.entries(dependency.fields).map(([name, schema]) => [
      name,
      orNull(Type.Optional(schema, false), "Null when it is not set."),
    ]),
  );
  return anyFields({
    enabled: Type.Boolean(),
    is_configured: Type.Boolean({ description: "Whether it can be used: switched on, with the secret it needs." }),
    ...fields,
    [shownSecret(dependency)]: shownSchema(dependency),
    updated_at: orNull(Type.String({ format: "date-time" }), "Null when it was never set."),
  });
};

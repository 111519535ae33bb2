import { type TSchema, type TString, Type } from "@sinclair/typebox";
import { invalidBody } from "../output/errors.ts";

/** A schema that also takes null. */
export const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** The same of a field that need not be sent. */
export const maybe = <T extends TSchema>(schema: T, description?: string) => Type.Optional(orNull(schema, description));

export const Uuid = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
export const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123Z"] });
/** The time of a change in the order of changes. */
export const Ticks = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123456Z"] });
/** A date or a time of any precision that is sent. */
export const DateTime = Type.String({ format: "date-time", maxLength: 40, examples: ["2026-11-21T10:00:00Z"] });
/** Parameters of a path that are ids, each with what it is the id of. */
export const idParams = <const Ids extends Readonly<Record<string, string>>>(ids: Ids) =>
  Type.Object(
    // The keys of what is given.
    Object.fromEntries(
      Object.entries(ids).map(([name, of]) => [name, Type.String({ format: "uuid", description: `Id of the ${of}.` })]),
    ) as { [Name in keyof Ids]: TString },
  );
/** Of a path that names a product. */
export const ProductParams = idParams({ product_id: "product" });
/** A name with something in it. */
export const nameOf = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: "\\S", description });
export const Slug = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: "^[a-z0-9-]+$",
  description: "URL slug; generated from the name if absent, and unchanged when the name changes.",
});
export const WebAddress = Type.String({
  maxLength: 2048,
  pattern: "^https?://\\S+$",
  examples: ["https://example.com"],
});

/** 422: a field names an object that does not exist. */
export const unknownReference = (...fields: string[]) =>
  invalidBody(fields.map((field) => ({ field, type: "invalid_value", key: "validation.unknown_reference" })));

/** A text without blanks around it; nothing is null. */
export const trimmed = <T extends string | null | undefined>(value: T): T | string | null =>
  typeof value === "string" ? value.trim() || null : value;

import { type TSchema, Type } from "@sinclair/typebox";
import { ApiError, invalidBody } from "./errors.ts";

/** A schema that also takes null. */
export const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const Uuid = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
export const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.123Z"] });
/** A name with something in it. */
export const nameOf = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: "\\S", description });
export const Slug = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: "^[a-z0-9-]+$",
  description: "Part of a URL; made from the name when absent, and not changed with it.",
});
export const WebAddress = Type.String({
  maxLength: 2048,
  pattern: "^https?://\\S+$",
  examples: ["https://example.com"],
});

/** 409: another one has this value already. */
export const duplicate = (field: string, existingId: string) =>
  new ApiError("DUPLICATE_RESOURCE", { details: { field, existing_id: existingId } });

/** 422: a field names nothing that there is. */
export const unknownReference = (...fields: string[]) =>
  invalidBody(fields.map((field) => ({ field, type: "invalid_value", key: "validation.unknown_reference" })));

/** A given value, else the known one; `null` counts as given. */
export const given = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value);

/** A text without blanks around it; nothing is null. */
export const trimmed = <T extends string | null | undefined>(value: T): T | string | null =>
  typeof value === "string" ? value.trim() || null : value;

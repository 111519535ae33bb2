import { type TNull, type TSchema, type TUnion, Type } from "@sinclair/typebox";
import { orNull } from "../../http/input/fields.ts";
import { type Catalogue, PRODUCT_FIELDS } from "./catalogue.ts";
import type { Kind } from "./kinds.ts";

/** What an answer has of a field: a value, and null unless it always has one. */
type ShownOf<F> = F extends { kind: Kind<infer Body, infer Shown> }
  ? F extends { isUnchanged: true }
    ? SchemaOf<Body, Shown>
    : TUnion<[SchemaOf<Body, Shown>, TNull]>
  : never;
type SchemaOf<Body, Shown> = Shown extends TSchema ? Shown : Body extends TSchema ? Body : never;

/** The fields that lists and single products show. */
type ShownFields = {
  [K in keyof Catalogue as Catalogue[K] extends { shown: string } ? K : never]: ShownOf<Catalogue[K]>;
};

export const SHOWN = Object.fromEntries(
  PRODUCT_FIELDS.flatMap(({ name, kind, shown, isUnchanged }) => {
    if (shown === undefined) return [];
    const schema = kind.shown ?? kind.body;
    return [[name, isUnchanged ? schema : orNull(schema, shown === "" ? undefined : shown)]];
  }),
) as ShownFields; // as its type says

/** The further fields as they are read: null without a value. Formats are not repeated, old values may precede them. */
export const EXTRA_SHOWN: Record<string, TSchema> = Object.fromEntries(
  PRODUCT_FIELDS.flatMap(({ name, kind: { body }, place }) => {
    if (place !== "extra") return [];
    const { description }: { description?: string } = body;
    return [[name, orNull("type" in body && body["type"] === "string" ? Type.String() : body, description)]];
  }),
);

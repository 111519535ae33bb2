import { type TOptional, type TSchema, Type } from "@sinclair/typebox";
import { type NamedField, PRODUCT_FIELDS } from "./catalogue.ts";
import type { FieldList } from "./field.ts";

const orNull = (schema: TSchema) => {
  const { description, examples, ...rest } = schema;
  return Type.Union([rest as TSchema, Type.Null()], {
    ...(description && { description }),
    ...(examples && { examples: examples as unknown[] }),
  });
};

/** What a request may send of a field: nothing leaves it, null clears it. */
const sent = ({ name, kind, isUnchanged }: NamedField): [string, TOptional<TSchema>] => [
  name,
  Type.Optional(isUnchanged ? kind.body : orNull(kind.body)),
];
const isSent = ({ place, isReadOnly, isSent }: NamedField): boolean =>
  isSent === true || (!isReadOnly && (place === "column" || place === "extra"));

/** What PUT and PATCH accept; what is absent stays. */
export const ProductUpdate = Type.Object(Object.fromEntries(PRODUCT_FIELDS.filter(isSent).map(sent)), {
  description: "Fields of a product. Absent fields keep their value; null clears a field.",
});

/** What POST accepts. */
export const ProductCreate = Type.Object(ProductUpdate.properties, {
  description: "A new product. `name` (or its alias `title`) is required.",
});

/** What requests may send of the fields of a list. */
export const sentIn = (list: FieldList): Record<string, TOptional<TSchema>> =>
  Object.fromEntries(PRODUCT_FIELDS.filter(({ in: lists }) => lists?.includes(list)).map(sent));

import { type TNull, type TOptional, type TSchema, type TUnion, Type } from "@sinclair/typebox";
import { LIFECYCLE_STATUSES, STATUSES } from "../../../db/products/product-row.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { EXTRA_FIELDS } from "./extra-fields.ts";

const PRICE_MAX = 1_000_000_000_000;
const MEASURE_MAX = 1_000_000_000;

const uuid = (description: string) => Type.String({ format: "uuid", description });
const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description, examples: ["Oak dining chair"] });
/** 8 to 14 digits among blanks and dashes, or nothing: here, so that it is reported with all else that is wrong. */
const BARCODE = "^[\\s\\-\u2010-\u2015]*(?:(?:\\d[\\s\\-\u2010-\u2015]*){8,14})?$";
const barcode = (description: string) =>
  Type.String({ maxLength: 40, pattern: BARCODE, description, examples: ["3012345678900"] });
const html = (description: string) => Type.String({ maxLength: 100_000, description });
const price = (description: string) => Type.Number({ minimum: 0, maximum: PRICE_MAX, description, examples: [129.9] });
const size = (description: string) => Type.Number({ minimum: 0, maximum: MEASURE_MAX, description });

/** Fields that a request may set, and clear with null. */
const NULLABLE_FIELDS = {
  barcode: barcode("EAN, UPC or GTIN of 8 to 14 digits; unique. Spaces and hyphens are removed."),
  ean: barcode("Alias of `barcode`, which takes precedence."),
  reference: Type.String({ maxLength: 255, description: "Manufacturer's reference, or SKU." }),
  asin: Type.String({ pattern: "^[A-Za-z0-9]{1,20}$", description: "Marketplace product identifier." }),
  brand_id: uuid("An existing brand."),
  brand_name: Type.String({ maxLength: 255, description: "Name of an existing brand; `brand_id` takes precedence." }),
  category_id: uuid("An existing category."),
  supplier_id: uuid("The main supplier; must exist."),
  supplier_code: Type.String({
    maxLength: 50,
    description: "Code of an existing supplier; `supplier_id` takes precedence.",
  }),
  description: html("HTML allowed; scripts are removed."),
  short_description: html("HTML allowed; scripts are removed."),
  price: price("Selling price."),
  cost_price: price("Cost price."),
  tax_rate: Type.Number({ minimum: 0, maximum: 100, description: "Percent.", examples: [20] }),
  weight: Type.Number({ exclusiveMinimum: 0, maximum: MEASURE_MAX, description: "Kilograms.", examples: [4.2] }),
  width: size("Centimetres."),
  height: size("Centimetres."),
  depth: size("Centimetres."),
  country_of_origin: Type.String({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1 alpha-2.", examples: ["FR"] }),
  ...EXTRA_FIELDS,
} as const;

type NullableFields = typeof NULLABLE_FIELDS;
type Cleared = { [K in keyof NullableFields]: TOptional<TUnion<[NullableFields[K], TNull]>> };

const orNull = (schema: TSchema) => {
  const { description, examples, ...rest } = schema;
  return Type.Optional(
    Type.Union([rest as TSchema, Type.Null()], {
      ...(description && { description }),
      ...(examples && { examples: examples as unknown[] }),
    }),
  );
};

/** What PUT and PATCH accept; what is absent stays. */
export const ProductUpdate = Type.Object(
  {
    name: Type.Optional(name("The title.")),
    title: Type.Optional(name("Alias of `name`, which takes precedence.")),
    ...(Object.fromEntries(
      Object.entries(NULLABLE_FIELDS).map(([field, schema]) => [field, orNull(schema)]),
    ) as unknown as Cleared), // the same keys, each made optional and nullable
    status: Type.Optional(oneOf(STATUSES, { description: "Takes precedence over `is_active`." })),
    is_active: Type.Optional(Type.Boolean({ description: "True if and only if the status is active." })),
    lifecycle_status: Type.Optional(oneOf(LIFECYCLE_STATUSES, { description: "Wins over `discontinued`." })),
    discontinued: Type.Optional(
      Type.Boolean({ description: "True if and only if the lifecycle status is discontinued." }),
    ),
  },
  { description: "Fields of a product. Absent fields keep their value; null clears a field." },
);

/** What POST accepts. */
export const ProductCreate = Type.Object(ProductUpdate.properties, {
  description: "A new product. `name` (or its alias `title`) is required.",
});

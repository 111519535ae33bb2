import { type Static, Type } from "@sinclair/typebox";
import { amountOf } from "../../http/input/amount.ts";
import { maybe, ProductParams, Uuid } from "../../http/input/fields.ts";
import { PRICE_MAX } from "../../kit/cents.ts";
import { Options, Variants } from "./variant-body.ts";

const STOCK_MAX = 1_000_000_000;
const BULK_MAX = 100;
const OPTIONS_MAX = 50;
const VALUES_MAX = 500;

const Price = amountOf({ minimum: 0, maximum: PRICE_MAX, examples: [19.9] });

const OptionName = Type.String({ minLength: 1, maxLength: 50, pattern: "\\S", examples: ["Colour"] });
const OptionValue = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S", examples: ["Red"] });
const OptionValues = Type.Record(Type.String(), OptionValue, {
  description: "Option name to value.",
  examples: [{ Colour: "Red", Size: "M" }],
});

const Sku = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "Unique among all variants, case-sensitive.",
  examples: ["CHAIR-OAK-M"],
});
/** 8 to 14 digits among blanks and dashes, or nothing. */
const EAN = "^[\\s\\-\u2010-\u2015]*(?:(?:\\d[\\s\\-\u2010-\u2015]*){8,14})?$";
const OPTIONAL = {
  ean: maybe(
    Type.String({ maxLength: 40, pattern: EAN }),
    "8 to 14 digits; unique, but may equal the EAN of its product.",
  ),
  price: maybe(Price, "Null: the price of the product."),
  compare_at_price: maybe(Price, "Previous price, shown crossed out."),
  cost_price: maybe(Price, "Null: the price of the product."),
  stock: maybe(Type.Integer({ minimum: 0, maximum: STOCK_MAX }), "Default 0."),
  weight_kg: maybe(Type.Number({ exclusiveMinimum: 0, maximum: STOCK_MAX }), "Kilograms."),
  image_url: maybe(Type.String({ maxLength: 2000, pattern: "^(?:https?://\\S+)?$" }), "An http or https address."),
  is_active: Type.Optional(Type.Boolean({ description: "Default true." })),
  position: maybe(Type.Integer({ minimum: 0, maximum: STOCK_MAX }), "Position in the list. Null or absent: last."),
};

/** What PATCH takes: what is absent stays. */
export const VariantUpdate = Type.Object({
  sku: Type.Optional(Sku),
  option_values: Type.Optional(OptionValues),
  ...OPTIONAL,
});
export type VariantFields = Static<typeof VariantUpdate>;

export const VariantCreate = Type.Object({ ...VariantUpdate.properties, sku: Sku });
export type NewVariant = Static<typeof VariantCreate>;

const Values = Type.Array(OptionValue, { maxItems: VALUES_MAX, examples: [["Red", "Blue"]] });
const Position = Type.Integer({ minimum: 0, maximum: STOCK_MAX, description: "Position in the list. Default: last." });

const OptionDefinition = Type.Object({
  name: OptionName,
  values: Type.Optional(Values),
  position: Type.Optional(Position),
});
export type NewOption = Static<typeof OptionDefinition>;

export const OptionUpsert = Type.Object(
  {
    id: Type.Optional(Type.String({ format: "uuid", description: "Updates the option with this id." })),
    name: Type.Optional(OptionName),
    values: Type.Optional(Values),
    position: Type.Optional(Position),
  },
  { title: "ProductOptionInput" },
);
export type OptionFields = Static<typeof OptionUpsert>;

export const VariantBulk = Type.Object({
  variants: Type.Array(VariantCreate, { minItems: 1, maxItems: BULK_MAX }),
  options: Type.Optional(
    Type.Array(OptionDefinition, {
      maxItems: OPTIONS_MAX,
      description: "Replaces all options of the product. Absent: unchanged.",
    }),
  ),
});

export const VariantList = Type.Object({
  product_id: Uuid,
  options: Type.Array(Options.Body),
  variants: Type.Array(Variants.Body),
  total: Type.Integer({ description: "Number of variants." }),
});
export const OptionList = Type.Object(
  { options: Type.Array(Options.Body), total: Type.Integer() },
  { title: "ProductOptionList" },
);
export const VariantsCreated = Type.Object({
  created: Type.Integer(),
  variants: Type.Array(Variants.Body),
  options: Type.Array(Options.Body),
});

export const VariantParams = Type.Object({
  ...ProductParams.properties,
  variant_id: Type.String({ format: "uuid", description: "Id of the variant." }),
});
export const OptionParams = Type.Object({
  ...ProductParams.properties,
  option_id: Type.String({ format: "uuid", description: "Id of the option." }),
});

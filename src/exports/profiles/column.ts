import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../../http/input/one-of.ts";
import { TAX_WISHES } from "../../prices/tax/price-in-tax.ts";
import { TRANSFORMS } from "../transforms.ts";
import { IMAGES_MAX } from "./sources.ts";

export const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217.", examples: ["USD"] });
export const LanguageCode = Type.String({ pattern: "^[a-z]{2}$", description: "ISO 639-1.", examples: ["de"] });
export const Channel = Type.String({ minLength: 1, maxLength: 100, examples: ["shopify"] });
const Uuid = (description: string) => Type.String({ format: "uuid", description });

/** One column of a profile. */
export const ProfileColumn = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "Header of the column." }),
    field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 250,
        description:
          "Field of the product; also `tags`, `attributes.<key>`, `images`, `image_1` to `image_30`, `additional_images`, " +
          "`<list>.<n>` for one value of a list, `attribute_pairs`, `row_type` (parent or child), `in_stock`, `category_name`, `supplier_name`, `supplier_reference`, `currency`, `regular_price`, `sale_price`, " +
          "`variant.<field>`, `variant.options.<name>` and `parent.<field>`.",
        examples: ["title"],
      }),
    ),
    value: Type.Optional(Type.String({ maxLength: 5_000, description: "Fixed value.", examples: ["new"] })),
    template: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 5_000,
        description:
          "Text with fields in braces: `{brand} {title@de}`. A part in `[…]` is left out when a field in it is empty.",
        examples: ["{brand} {title}[ - {color}]"],
      }),
    ),
    language: Type.Optional(LanguageCode),
    fallback: Type.Optional(
      Type.Boolean({ description: "Whether a missing translation is the pivot language's text. Default true." }),
    ),
    entity_id: Type.Optional(Uuid("Texts of this entity.")),
    configuration_id: Type.Optional(Uuid("Texts of this configuration of the entity.")),
    channel: Type.Optional(Channel),
    price_list_id: Type.Optional(Uuid("Prices of this list; empty where it has none.")),
    currency: Type.Optional(Currency),
    price_tax: Type.Optional(
      oneOf(TAX_WISHES, {
        description: "Prices with tax or without; empty where the product's rate is not known. Default: the profile's.",
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: IMAGES_MAX,
        description: "For `images`: the number of columns, `<name>_1`, `<name>_2` and so on.",
      }),
    ),
    replace: Type.Optional(
      Type.Record(Type.String({ maxLength: 500 }), Type.String({ maxLength: 2_000 }), {
        maxProperties: 1_000,
        description: "Values and their replacements. The key `*` matches any other value, an empty key an empty value.",
        examples: [{ true: "in_stock", false: "out_of_stock" }],
      }),
    ),
    transform: Type.Optional(oneOf(TRANSFORMS, { description: "What is made of the value." })),
    max_length: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: "A longer text is cut between words." }),
    ),
    default: Type.Optional(Type.String({ maxLength: 5_000, description: "In place of nothing." })),
  },
  {
    additionalProperties: false,
    title: "ExportColumn",
    description: "A column with exactly one of `field`, `value` and `template`.",
    examples: [{ name: "Title", field: "title", language: "en", max_length: 150 }],
  },
);
export type ProfileColumn = Static<typeof ProfileColumn>;

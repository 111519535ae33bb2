import { Type } from "@sinclair/typebox";
import { LOOKUP_SOURCES } from "../../../db/ean-lookup/lookups.ts";
import { oneOf } from "../../http/input/one-of.ts";

const LOOKUPS_MAX = 100;
const VALIDATIONS_MAX = 1000;

const Code = Type.String({
  pattern: "^[\\s\\-]*(?:\\d[\\s\\-]*){8,14}$",
  maxLength: 60,
  description: "8 to 14 digits; spaces and hyphens are ignored.",
  examples: ["4006381333931"],
});
const codes = (maxItems: number) => Type.Array(Code, { minItems: 1, maxItems, examples: [["4006381333931"]] });
const nullable = (description: string, examples: string[] = []) =>
  Type.Union([Type.String(), Type.Null()], { description, ...(examples.length > 0 && { examples }) });

const VALIDATION = {
  valid: Type.Boolean({ description: "True if the length and the check digit are correct." }),
  type: Type.Union([oneOf(["EAN-8", "UPC-A", "EAN-13", "GTIN-14"]), Type.Null()], {
    description: "Null for other lengths.",
  }),
  checksum_ok: Type.Boolean(),
  expected_check_digit: Type.Integer({ minimum: 0, maximum: 9 }),
  gs1_prefix: nullable("First three digits of the EAN-13 or EAN-8.", ["400"]),
  gs1_country: nullable("ISO 3166-1 code of the country that issued the prefix; null for prefixes without a country.", [
    "DE",
  ]),
};
export const Source = Type.Union([oneOf(LOOKUP_SOURCES), Type.Null()], { description: "Null if not found." });
export const Ean = Type.String({ description: "Without spaces and hyphens.", examples: ["4006381333931"] });

export const LookupParams = Type.Object({ ean: Code });

/** What an EAN belongs to. */
export const FoundProduct = Type.Object({
  id: nullable("Null for an import row with a pending EAN."),
  sku: nullable("SKU of the variant, if the EAN belongs to a variant.", ["STB-15"]),
  title: Type.String({ examples: ["Fineliner 0.4 mm"] }),
  brand_name: nullable("Null if none."),
  image_url: nullable("Null if none."),
});

export const LookupBody = Type.Object(
  {
    ean: Ean,
    found: Type.Boolean(),
    source: Source,
    product: Type.Union([FoundProduct, Type.Null()]),
    validation: Type.Object(VALIDATION, { title: "EanValidation" }),
  },
  { title: "EanLookupResult" },
);

export const LookupBatch = Type.Object({ eans: codes(LOOKUPS_MAX) });
export const LookupBatchBody = Type.Object({
  items: Type.Array(LookupBody),
  found: Type.Integer({ minimum: 0 }),
  not_found: Type.Integer({ minimum: 0 }),
});

// A code that is none is an answer here, not an error.
export const CodesToValidate = Type.Object({
  eans: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: VALIDATIONS_MAX,
    examples: [["4006381333931", "4006381333932"]],
  }),
});
export const ValidationsBody = Type.Object({
  items: Type.Array(
    Type.Object({
      ean: Ean,
      ...VALIDATION,
      expected_check_digit: Type.Union([VALIDATION.expected_check_digit, Type.Null()], {
        description: "Null unless it has 8 to 14 digits.",
      }),
    }),
  ),
  valid: Type.Integer({ minimum: 0 }),
  invalid: Type.Integer({ minimum: 0 }),
});

import { Type } from "@sinclair/typebox";
import { wordOrNullColumn } from "../../../db/keyed-table.ts";
import type { Reader } from "../../../db/ports.ts";
import { TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import { choiceField, type Field, jsonField, lineField, nameField } from "../../kit/resource/fields.ts";
import { BY_NAME } from "../../kit/resource/named.ts";
import { type RowOf, record } from "../../kit/resource/record.ts";
import { TAX_WISHES, type TaxWish } from "../../prices/tax/price-in-tax.ts";
import { EXPORTS } from "../policies.ts";
import { Channel, Currency, LanguageCode, ProfileColumn } from "./column.ts";
import { VARIANT_ROWS } from "./compile.ts";
import { planProfile } from "./plan.ts";

const COLUMNS_MAX = 500;
const LANGUAGES_MAX = 20;

const optional = (schema: Parameters<typeof orNull>[0], description: string): Field<string | null> => ({
  input: orNull(schema, description),
  output: orNull(Type.String(), description),
  column: TEXT_OR_NULL,
  initial: null,
});

/** With tax or without, of profiles and feeds. */
export const priceTax = (otherwise: string): Field<TaxWish | null> => ({
  input: orNull(
    oneOf(TAX_WISHES),
    `Prices with the tax of the product in the country of its price, or without; empty where its rate is not known (\`/settings/tax\`). Null: ${otherwise}.`,
  ),
  output: orNull(oneOf(TAX_WISHES), `Null: ${otherwise}.`),
  column: wordOrNullColumn(TAX_WISHES),
  initial: null,
});

const Filters = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  description: "Filters of the product list. Default: all products.",
  examples: [{ is_active: true, brand: "Acme" }],
});

/** The fields of a profile that say what rows hold. */
export const PROFILE_FIELDS = {
  columns: jsonField<ProfileColumn[]>(
    Type.Array(ProfileColumn, {
      minItems: 1,
      maxItems: COLUMNS_MAX,
      description: "The columns, in their order.",
      examples: [
        [
          { name: "SKU", field: "reference" },
          { name: "Price", field: "price", currency: "USD" },
        ],
      ],
    }),
  ),
  filters: jsonField<Record<string, unknown>>(Filters, {}),
  sort_by: choiceField(["created_at", "title"] as const, "created_at", "Order of the rows. Default created_at."),
  variants: choiceField(
    VARIANT_ROWS,
    "none",
    "`under_parent`: a row for each active variant, below that of its product. `flat`: instead of it. Default none.",
  ),
  language: optional(LanguageCode, "Of texts whose column names none; null: the pivot language."),
  languages: jsonField<string[]>(
    Type.Array(LanguageCode, {
      maxItems: LANGUAGES_MAX,
      description: "Columns of texts without a language stand once for each of these, such as `Title_fr`, `Title_en`.",
      examples: [["fr", "en"]],
    }),
    [],
  ),
  entity_id: optional(Type.String({ format: "uuid" }), "Texts are those of this entity, where it has its own."),
  channel: optional(Channel, "Prices are those of this channel's price lists."),
  currency: optional(
    Currency,
    "Prices are in this currency; null: EUR. Converted by the exchange rates of the settings.",
  ),
  price_tax: priceTax("as the products' own prices are; those of a list that a column names, as the list has them"),
};

/** How products become the rows of a file, kept by name. */
export const ExportProfile = record({
  table: "export_profile",
  noun: "export_profile",
  key: "profile",
  expands: { entity: "entity" },
  fields: {
    name: nameField(100, "Unique, ignoring case and accents.", { example: "Web shop, English" }),
    description: lineField(1_000, "For users."),
    ...PROFILE_FIELDS,
  },
  ...BY_NAME,
});
export type ProfileRecord = RowOf<typeof ExportProfile.fields, typeof BY_NAME.derived>;

/** Columns, filters, languages and currencies are checked before a profile is stored: what is stored can be written. */
export const profileChanges = changesOf("export-profiles", ExportProfile, {
  unique: { field: "name", column: "name_key" },
  check: async (tx: Reader, row) => {
    const planned = await planProfile(tx, row);
    if ("problems" in planned) throw invalidBody(planned.problems);
  },
  audit: {
    created: "export_profile.created",
    changed: "export_profile.changed",
    deleted: "export_profile.deleted",
    details: ({ name }) => ({ name }),
  },
});

/** For answers that name profiles. */
export const profilesById = rowsById(ExportProfile, { ...EXPORTS, tier: "READ_STANDARD" });

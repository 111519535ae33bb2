import { Type } from "@sinclair/typebox";
import { changesOf } from "../../kit/resource/changes.ts";
import { choiceField, optionalText, textField } from "../../kit/resource/fields.ts";
import { BY_NAME } from "../../kit/resource/named.ts";
import { record } from "../../kit/resource/record.ts";
import { DEFAULT_MARKETPLACE, Marketplace } from "./mapping-codes.ts";

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["Seller central report"] });
const ColumnName = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S", examples: ["ean"] });

/** How a file of EANs and ASINs is read. */
export const Template = record({
  table: "ean_asin_template",
  noun: "ean_asin_template",
  key: "template",
  isNumbered: true,
  fields: {
    name: textField(Name, { shown: Name }),
    ean_column: textField(ColumnName, { shown: ColumnName }),
    asin_column: textField(ColumnName, { shown: ColumnName }),
    marketplace_column: optionalText(ColumnName, {
      shown: ColumnName,
      description: "Column with the marketplace, if any.",
    }),
    marketplace: optionalText(Marketplace, {
      shown: Marketplace,
      description: `For rows that name none; ${DEFAULT_MARKETPLACE} when null.`,
    }),
    delimiter: choiceField([",", ";", "\t", "|"], ",", {
      description: "Column delimiter. Default comma.",
      examples: [","],
    }),
  },
  ...BY_NAME,
});

export type EanAsinTemplate = ReturnType<typeof Template.blank>;

export const templateChanges = changesOf("ean-asin-templates", Template, {
  unique: { field: "name", column: "name_key" },
});

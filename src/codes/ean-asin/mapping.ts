import { Type } from "@sinclair/typebox";
import { MAPPING_SOURCES, MAPPING_STATUSES, PRODUCT_OF_CODE } from "../../../db/ean-asin/mappings.ts";
import type { Reader } from "../../../db/ports.ts";
import { findCodedProducts } from "../../../db/products/match.ts";
import { TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { choiceField, numberField, shownField, textField } from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { Asin, Code, DEFAULT_MARKETPLACE, Marketplace } from "./mapping-codes.ts";

const Confidence = Type.Number({ minimum: 0, maximum: 1, description: "Confidence, 0 to 1.", examples: [1] });
const ProductId = orNull(Uuid, "The product with this EAN; null if none.");

/** Which ASIN an EAN has on a marketplace. */
export const Mapping = record({
  table: "ean_asin_mapping",
  noun: "ean_asin_mapping",
  key: "mapping",
  expands: { product: "product" },
  fields: {
    ean: { ...textField(Code, { shown: Code }), normalize: (raw: string) => eanOf(raw)?.ean ?? raw },
    asin: { ...textField(Asin, { shown: Asin }), normalize: (asin: string) => asin.toUpperCase() },
    marketplace: textField(Marketplace, { shown: Marketplace, initial: DEFAULT_MARKETPLACE }),
    product_id: shownField(ProductId, { ...TEXT_OR_NULL, computed: PRODUCT_OF_CODE }, null),
    status: choiceField(MAPPING_STATUSES, "active", {
      description: "Only active mappings are applied.",
      examples: ["active"],
    }),
    confidence: numberField(Confidence, 1),
    source: { ...choiceField(MAPPING_SOURCES, "manual", "Origin of the mapping."), sent: "never" as const },
  },
  derived: { gtin14: TEXT },
  derive: ({ ean }) => ({ gtin14: eanOf(ean)?.gtin14 ?? "" }),
});

export type MappingRow = ReturnType<typeof Mapping.blank>;

/** The mappings of these codes padded to 14 digits on a marketplace, in no order. */
export async function mappingsOf(db: Reader, marketplace: string, gtin14s: readonly string[]) {
  const found = await Mapping.table.findBy(db, "gtin14", gtin14s);
  return found.filter((mapping) => mapping.marketplace === marketplace);
}

/** The next mappings by code, behind one of them. */
export const nextByCode = (db: Reader, after: Pick<MappingRow, "gtin14" | "id"> | undefined, limit: number) =>
  Mapping.table.list(db, {
    conditions: [],
    sort: "gtin14",
    order: "asc",
    after: after && [after.gtin14, after.id],
    offset: 0,
    limit,
  });

/** With the product that has its EAN now. */
async function withProduct(db: Reader, mapping: MappingRow): Promise<MappingRow> {
  const [product] = await findCodedProducts(db, [mapping.gtin14]);
  return { ...mapping, product_id: product?.id ?? null };
}

/** An EAN has one ASIN on a marketplace. A product keeps the ASIN that a deleted mapping gave it. */
export const mappingChanges = changesOf("ean-asin-mappings", Mapping, {
  unique: { field: "ean", column: "gtin14", within: ["marketplace"] },
  complete: withProduct,
});

import type { Option } from "../../../../db/variants/options.ts";
import type { Variant } from "../../../../db/variants/variants.ts";
import { optionKey } from "../../../products/variants/option-rules.ts";
import { nameKey } from "../../../text/name-key.ts";
import type { ImportOptions } from "../../map/import-options.ts";
import type { RowVariant } from "../row/chunk-row.ts";

const NAME_MAX = 50;
const VALUE_MAX = 255;

/** The values of a variant under the names of the product's options; what the options lack is added to them. */
export function fitOptions(
  known: readonly Option[],
  given: Record<string, string>,
  productId: string,
  { newId, nowMs }: { newId: () => string; nowMs: number },
): { values: Record<string, string>; options: Option[] } {
  const options = new Map(known.map((option) => [option.nameKey, option]));
  const values: Record<string, string> = {};
  for (const [written, text] of Object.entries(given)) {
    const [name, value] = [written.trim().slice(0, NAME_MAX).trim(), text.trim().slice(0, VALUE_MAX).trim()];
    const key = optionKey(name);
    const position = Math.max(0, ...[...options.values()].map((each) => each.position)) + 1;
    const option = options.get(key) ?? {
      id: newId(),
      productId,
      name,
      nameKey: key,
      values: [],
      position,
      createdAtMs: nowMs,
    };
    values[option.name] = value;
    options.set(key, option.values.includes(value) ? option : { ...option, values: [...option.values, value] });
  }
  return { values, options: [...options.values()] };
}

/** A new variant takes all that its row says. */
const ALL = { updatePrices: true, updateStock: true };

const numberOr = <T>(value: unknown, before: T): number | T => (typeof value === "number" ? value : before);

const pricesOf = (before: Variant, { price, comparePrice, costPrice }: RowVariant) => ({
  priceCents: numberOr(price, before.priceCents),
  compareAtPriceCents: numberOr(comparePrice, before.compareAtPriceCents),
  costPriceCents: numberOr(costPrice, before.costPriceCents),
});

/** A variant with what a row says of it. */
export function withFields(
  before: Variant,
  row: RowVariant,
  { updatePrices, updateStock }: Pick<ImportOptions, "updatePrices" | "updateStock"> = ALL,
): Variant {
  // Another way to write the code that the variant has changes nothing.
  const code = row.ean === null || row.ean.gtin14 === before.gtin14 ? {} : { ean: row.ean.ean, gtin14: row.ean.gtin14 };
  return {
    ...before,
    sku: row.sku,
    skuKey: nameKey(row.sku),
    ...code,
    ...(updatePrices && pricesOf(before, row)),
    ...(updateStock && { stock: numberOr(row.stock, before.stock) }),
    weightKg: numberOr(row.weight, before.weightKg),
    imageUrl: row.image ?? before.imageUrl,
    isActive: typeof row.isActive === "boolean" ? row.isActive : before.isActive,
  };
}

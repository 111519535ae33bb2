import { Type } from "@sinclair/typebox";
import type { MutationContext, Reader, Tx } from "../../../../db/ports.ts";
import { CURRENCY_OF_ENTRY, findEntryIds } from "../../../../db/pricing/price-lists.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../../../../db/table.ts";
import { findVariantsByIds } from "../../../../db/variants/variants.ts";
import { currencyAmountOf } from "../../../http/input/amount.ts";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { ApiError, type FieldProblem, invalidBody } from "../../../http/output/errors.ts";
import { duplicateResource } from "../../../http/output/faults/duplicate-resource.ts";
import { PRICE_MAX } from "../../../kit/cents.ts";
import { changesOf } from "../../../kit/resource/changes.ts";
import { type Field, hiddenField, sentOnce } from "../../../kit/resource/fields.ts";
import { record } from "../../../kit/resource/record.ts";
import { touchOwnedChunk } from "../../../products/changes/commit/touch-owned.ts";
import { problemsOfAmounts } from "../currency-decimals.ts";
import { amountField, optionalAmount } from "./amount-field.ts";
import { PriceList } from "./price-list.ts";

export const Money = currencyAmountOf({ minimum: 0, maximum: PRICE_MAX, examples: [12.9] });
const MinQuantity = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: "From this quantity on; the largest that is reached applies. Default 1.",
});

const productField: Field<string> = { input: Uuid, output: Uuid, column: TEXT };
const variantField: Field<string | null> = {
  input: orNull(Uuid, "Null: the product itself and those variants that have no price of their own in the list."),
  output: orNull(Uuid),
  column: TEXT_OR_NULL,
  initial: null,
};

/** What a list asks for a product, or for a variant of it. */
export const PriceListEntry = record({
  table: "price_list_entry",
  noun: "price_list_entry",
  key: "entry",
  parent: "price_list",
  expands: { product: "product", variant: "variant" },
  fields: {
    product_id: sentOnce(productField),
    variant_id: sentOnce(variantField),
    price: amountField(Money),
    compare_at_price: optionalAmount(Money),
    min_quantity: { input: MinQuantity, output: Type.Integer(), column: NUMBER, initial: 1 },
    /** It decides how the amounts are stored. */
    currency: hiddenField(CURRENCY_OF_ENTRY, ""),
  },
});

/** What an entry is for. */
export interface EntryKey {
  productId: string;
  variantId: string | null;
  minQuantity: number;
}

const unknown = (field: string): FieldProblem => ({
  field,
  type: "invalid_value",
  key: "validation.unknown_reference",
});

/** What is wrong with the products and variants that entries name, in their order: `undefined` where nothing is. */
export async function problemsOfKeys(
  db: Reader,
  keys: readonly Pick<EntryKey, "productId" | "variantId">[],
): Promise<(FieldProblem | undefined)[]> {
  const products = await findRowsByIds(db, [...new Set(keys.map(({ productId }) => productId))]);
  const live = new Set(products.filter(({ deletedAtMs }) => deletedAtMs === null).map(({ id }) => id));
  const variantIds = keys.flatMap(({ variantId }) => variantId ?? []);
  const variants = variantIds.length > 0 ? await findVariantsByIds(db, [...new Set(variantIds)]) : [];
  const productOf = new Map(variants.map(({ id, productId }) => [id, productId]));
  return keys.map(({ productId, variantId }) => {
    if (!live.has(productId)) return unknown("product_id");
    if (variantId !== null && productOf.get(variantId) !== productId) return unknown("variant_id");
    return undefined;
  });
}

/** The product's price may be another one now: feeds, search and ETags notice. */
const touchProduct = (tx: Tx, row: { product_id: string }, context: MutationContext) =>
  touchOwnedChunk.run(tx, { ids: [row.product_id] }, context);

export const entryChanges = changesOf("price-list-entries", PriceListEntry, {
  requireParent: PriceList.require,
  complete: async (tx, row) => ({
    ...row,
    currency: (await PriceList.require(tx, PriceListEntry.parentIdOf(row))).currency,
  }),
  created: touchProduct,
  changed: (tx, { after }, context) => touchProduct(tx, after, context),
  deleted: (tx, row, _, context) => touchProduct(tx, row, context),
  check: async (tx, row, before) => {
    const key = { productId: row.product_id, variantId: row.variant_id, minQuantity: row.min_quantity };
    const [problem] = before ? [] : await problemsOfKeys(tx, [key]);
    if (problem?.field === "product_id") throw new ApiError("PRODUCT_NOT_FOUND");
    if (problem) throw invalidBody([problem]);
    const { currency, price, compare_at_price } = row;
    const amounts = problemsOfAmounts(currency, { price, compare_at_price });
    if (amounts.length > 0) throw invalidBody(amounts);
    const [other] = await findEntryIds(tx, PriceListEntry.parentIdOf(row), [key]);
    if (other !== undefined && other !== null && other !== row.id) {
      throw duplicateResource("min_quantity", row.min_quantity, other);
    }
  },
});

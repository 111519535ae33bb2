import type { NewLevel } from "../../../../db/connectors/shop-orders.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { listVariantsOf, type Variant } from "../../../../db/variants/variants.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { Taxed } from "../../../prices/tax/tax-model.ts";
import { createVariants } from "../../../products/variants/create-variants.ts";
import { updateVariant } from "../../../products/variants/update-variant.ts";
import { present, wholeLevel } from "../platform-values.ts";
import type { PriceTerms } from "../price-terms.ts";
import { comparedWith } from "./pulled-compared.ts";
import { ownPriceOf } from "./pulled-prices.ts";
import type { PulledProduct, PulledVariant } from "./pulled-product.ts";

type VariantFields = Parameters<typeof updateVariant.run>[1]["fields"];

/** A product with the variants that a platform has of it. */
export interface Varied {
  productId: string;
  isNew: boolean;
  /** What a variant costs that has no price of its own. */
  priceCents: number | null;
  /** What of the product decides about its tax. */
  taxed: Taxed;
  variants: readonly PulledVariant[];
  /** The platform's own time of what it reports. */
  reportedAtMs: number | null;
}

/** What a pull may change of variants. */
interface VariantRules {
  takesPrice: boolean;
  takesLevels: boolean;
  /** How the platform keeps prices. */
  terms: PriceTerms;
}

const priced = (cents: number | undefined) => (cents === undefined ? {} : { price: cents / 100 });

/** What a new variant is reduced from. */
const reducedFrom = (priceCents: number | undefined, compareAtPriceCents: number | null | undefined) =>
  compareAtPriceCents && compareAtPriceCents > (priceCents ?? compareAtPriceCents) ? compareAtPriceCents : undefined;

const comparedPrice = (cents: number | null | undefined) =>
  cents === undefined ? {} : { compare_at_price: cents === null ? null : cents / 100 };

/** What a platform says otherwise of a variant. */
function newsOf(
  reported: PulledVariant,
  known: Variant,
  { priceCents, taxed }: Varied,
  rules: VariantRules,
): VariantFields {
  const ownCents = known.priceCents ?? priceCents;
  const reportedCents = ownPriceOf(reported.priceCents, rules.terms, { ...taxed, priceCents: ownCents });
  const isOtherPrice = rules.takesPrice && reportedCents !== ownCents;
  const compared = comparedWith(reported, rules.terms, {
    ...{ priceCents: reportedCents ?? ownCents, isOtherPrice: isOtherPrice && reportedCents !== undefined, taxed },
    compareAtPriceCents: known.compareAtPriceCents,
  });
  const level = rules.takesLevels && reported.stock !== undefined ? wholeLevel(reported.stock) : known.stock;
  return {
    ...(isOtherPrice && priced(reportedCents)),
    ...(rules.takesPrice && comparedPrice(compared)),
    ...(level !== known.stock && { stock: level }),
  };
}

async function make(
  tx: Tx,
  { productId, variants, taxed }: Varied,
  { terms, context }: { terms: PriceTerms; context: MutationContext },
): Promise<void> {
  const named = variants.flatMap(({ sku, ean, options, priceCents, compareAtPriceCents, stock }) =>
    sku === null
      ? []
      : {
          ...comparedPrice(
            ownPriceOf(reducedFrom(priceCents, compareAtPriceCents), terms, { ...taxed, priceCents: null }),
          ),
          sku,
          ...(ean && { ean }),
          option_values: { ...options },
          ...priced(ownPriceOf(priceCents, terms, { ...taxed, priceCents: null })),
          stock: wholeLevel(stock ?? 0),
        },
  );
  const names = [...new Set(variants.flatMap(({ options }) => Object.keys(options)))];
  const values = (name: string) => [...new Set(variants.flatMap(({ options }) => options[name] ?? []))];
  const options = names.map((name) => ({ name, values: values(name) }));
  if (named.length > 0) await createVariants.run(tx, { productId, variants: named, options, isBulk: true }, context);
}

/** Changes the variants that are here. Says whether anything of them has changed. */
async function change(
  tx: Tx,
  varied: Varied,
  known: readonly Variant[],
  { rules, context }: { rules: VariantRules; context: MutationContext },
): Promise<boolean> {
  const bySku = new Map(known.map((variant) => [variant.sku.toLowerCase(), variant]));
  let isChanged = false;
  for (const reported of varied.variants) {
    const variant = bySku.get((reported.sku ?? "").toLowerCase());
    const fields = variant ? newsOf(reported, variant, varied, rules) : {};
    if (!variant || Object.keys(fields).length === 0) continue;
    const { productId } = varied;
    await updateVariant.run(tx, { productId, id: variant.id, fields, expected: null }, context);
    isChanged = true;
  }
  return isChanged;
}

/** Products as they are here: one that is reported as one, by the SKU of a variant that it has here, is reported with that variant. */
export async function withOwnVariants(
  tx: Tx,
  reported: readonly PulledProduct[],
  productIds: ReadonlyMap<string, string>,
): Promise<PulledProduct[]> {
  const ids = reported.flatMap(({ externalId, variants }) => (variants ? [] : (productIds.get(externalId) ?? [])));
  const own = ids.length === 0 ? [] : await listVariantsOf(tx, ids);
  const known = new Set(own.map(({ productId, sku }) => `${productId} ${sku.toLowerCase()}`));
  return reported.map((each) => {
    const { stock, ...rest } = each;
    const { externalId, externalItemId, sku = null, priceCents, variants } = rest;
    if (variants || !known.has(`${productIds.get(externalId)} ${sku?.toLowerCase()}`)) return each;
    const variant = { externalId: externalItemId ?? externalId, sku, options: {}, ...present({ priceCents, stock }) };
    return { ...rest, isLowestPrice: true, variants: [variant] };
  });
}

/** The levels of variants that a platform has reported, as they are here once they are taken. */
async function levelsOf(tx: Tx, all: readonly Varied[], takesLevels: boolean): Promise<NewLevel[]> {
  const taken = all.filter(({ isNew }) => isNew || takesLevels);
  const ids = taken.map(({ productId }) => productId);
  const known = Map.groupBy(ids.length === 0 ? [] : await listVariantsOf(tx, ids), ({ productId }) => productId);
  return taken.flatMap(({ productId, variants, reportedAtMs }) => {
    const reported = new Set(variants.flatMap(({ sku, stock }) => (stock === undefined ? [] : [sku?.toLowerCase()])));
    const own = (known.get(productId) ?? []).filter(({ sku }) => reported.has(sku.toLowerCase()));
    return own.map(({ id, stock: level }) => ({ productId, variantId: id, level, reportedAtMs }));
  });
}

/**
 * Takes in what a platform says of variants, which go by their SKU. Returns the products that were changed by it, why some were not, and
 * the levels that are the platform's now.
 */
export async function applyVariants(tx: Tx, all: readonly Varied[], rules: VariantRules, context: MutationContext) {
  const ids = all.map(({ productId }) => productId);
  const known = Map.groupBy(ids.length === 0 ? [] : await listVariantsOf(tx, ids), ({ productId }) => productId);
  const changed: string[] = [];
  const refused = new Map<string, string>();
  for (const varied of all) {
    const { productId, isNew } = varied;
    try {
      if (isNew) await make(tx, varied, { terms: rules.terms, context });
      else if (await change(tx, varied, known.get(productId) ?? [], { rules, context })) changed.push(productId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(productId, `Its variants were not taken: ${error.message}`);
    }
  }
  const taken = all.filter(({ productId }) => !refused.has(productId));
  return { changed, refused, levels: await levelsOf(tx, taken, rules.takesLevels) };
}

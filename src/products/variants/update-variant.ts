import { mutation } from "../../../db/ports.ts";
import { listOptions } from "../../../db/variants/options.ts";
import {
  deleteVariants,
  findVariant,
  listVariants,
  updateVariants,
  type Variant,
} from "../../../db/variants/variants.ts";
import { invalidBody, required, requiredOf } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { findLiveProduct, type PartOfProduct } from "../changes/live-product.ts";
import { applyVariantFields } from "./apply-variant-fields.ts";
import { fitOptionValues, storeOptions, valuesKey } from "./option-rules.ts";
import { refuseDuplicates } from "./refuse-duplicates.ts";
import type { VariantFields } from "./schema.ts";
import { Variants } from "./variant-body.ts";

interface VariantChange extends PartOfProduct {
  fields: VariantFields;
}

/**
 * Changes the fields of a variant that are given; with nothing new nothing is written. Throws PRODUCT_NOT_FOUND,
 * NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED for an unknown option, DUPLICATE_RESOURCE and DUPLICATE_EAN.
 */
export const updateVariant = mutation(
  "variants.update",
  async (tx, { productId: ofProduct, id, fields, expected }: VariantChange, context): Promise<Variant> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const all = await listVariants(tx, productId);
    const before = requiredOf(all, "variant", id);
    requireVersion(expected, before.updatedAtUs);
    const siblings = all.filter((variant) => variant !== before);
    const options = await listOptions(tx, productId);
    const fit =
      fields.option_values === undefined
        ? { values: before.optionValues, options, problems: [] }
        : fitOptionValues(options, fields.option_values, "option_values");
    if (fit.problems.length > 0) throw invalidBody(fit.problems);
    const isSameValues = valuesKey({ optionValues: fit.values }) === valuesKey(before);
    const optionValues = isSameValues ? before.optionValues : fit.values;
    const variant = { ...applyVariantFields(before, fields), optionValues };
    if (JSON.stringify(variant) === JSON.stringify(before)) return before;
    // What was dropped with an option may have left two alike: only new values are held against the others.
    await refuseDuplicates(tx, [{ variant, path: "" }], isSameValues ? [] : siblings);
    const [changed = variant] = await updateVariants(tx, [variant], context.now());
    await storeOptions(tx, options, fit.options);
    const changes = [{ field: "variants", before: Variants.of(before), after: Variants.of(changed) }];
    const moves = [{ variantId: id, before: before.stock, after: changed.stock }];
    await touchProducts(tx, [{ productId, updatedFields: ["variants"], changes, moves }], context, { movement: "set" });
    return changed;
  },
);

/** Deletes a variant. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export const deleteVariant = mutation(
  "variants.delete",
  async (tx, { productId: ofProduct, id, expected }: PartOfProduct, context): Promise<void> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const variant = required(await findVariant(tx, productId, id), "variant", id);
    requireVersion(expected, variant.updatedAtUs);
    await deleteVariants(tx, [id]);
    const changes = [{ productId, field: "variants", before: Variants.of(variant), after: null }];
    await touchProducts(tx, [{ productId, updatedFields: ["variants"], changes }], context);
  },
);

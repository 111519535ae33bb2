import { mutation } from "../../../db/ports.ts";
import { listOptions, type Option } from "../../../db/variants/options.ts";
import { insertVariants, listVariants, updateVariants } from "../../../db/variants/variants.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { applyVariantFields, newVariant } from "./apply-variant-fields.ts";
import { fitOptionValues, optionKey, renameOptions, replacementOptions, storeOptions } from "./option-rules.ts";
import { type Candidate, refuseDuplicates } from "./refuse-duplicates.ts";
import type { NewOption, NewVariant } from "./schema.ts";
import { Variants } from "./variant-body.ts";

interface VariantCreation {
  productId: string;
  variants: NewVariant[];
  /** Takes the place of all options of the product; `null`: they stay. */
  options: NewOption[] | null;
  /** Whether faults name the variant: `variants.3.sku`. */
  isBulk: boolean;
}

/**
 * Adds variants to a product, all or none, and replaces its options when that is requested. Throws PRODUCT_NOT_FOUND,
 * VALIDATION_FAILED for an unknown option, DUPLICATE_RESOURCE and DUPLICATE_EAN.
 */
export const createVariants = mutation(
  "variants.create",
  async (tx, { productId: id, variants, options: definitions, isBulk }: VariantCreation, context) => {
    const { id: productId } = await findLiveProduct(tx, id);
    const nowMs = context.now();
    const [before, siblings] = [await listOptions(tx, productId), await listVariants(tx, productId)];
    const replaced = definitions
      ? replacementOptions(before, definitions, { productId, nowMs, newId: context.newId })
      : { options: before, problems: [] };
    const { candidates, options, problems } = fitVariants(variants, replaced.options, (index) => ({
      variant: newVariant({
        id: context.newId(),
        productId,
        position: (siblings.at(-1)?.position ?? 0) + index + 1,
        createdAtMs: nowMs,
      }),
      path: isBulk ? `variants.${index}.` : "",
    }));
    if (replaced.problems.length + problems.length > 0) throw invalidBody([...replaced.problems, ...problems]);
    const names = new Map(options.map(({ name, nameKey }) => [nameKey, name]));
    const renamed = definitions
      ? siblings.map((sibling) => renameOptions(sibling, (name) => names.get(optionKey(name))))
      : siblings;
    await refuseDuplicates(tx, candidates, renamed);
    const changed = renamed.filter((sibling, index) => sibling !== siblings[index]);
    const created = await insertVariants(
      tx,
      candidates.map(({ variant }) => variant),
      nowMs,
    );
    await updateVariants(tx, changed, nowMs);
    await storeOptions(tx, before, options);
    const changes = created.map((variant) => ({
      field: "variants",
      before: null,
      after: Variants.of(variant),
    }));
    const updatedFields = definitions ? ["variants", "options"] : ["variants"];
    const moves = created.map(({ id: variantId, stock }) => ({ variantId, before: 0, after: stock }));
    await touchProducts(tx, [{ productId, updatedFields, changes, moves }], context, { movement: "set" });
    return { created, options: options.toSorted((one, other) => one.position - other.position) };
  },
);

/** The new variants with their fields, and the options with the values that they bring. */
function fitVariants(
  variants: readonly NewVariant[],
  options: readonly Option[],
  begin: (index: number) => Candidate,
): { candidates: Candidate[]; options: Option[]; problems: FieldProblem[] } {
  let fitted = [...options];
  const problems: FieldProblem[] = [];
  const candidates = variants.map((fields, index) => {
    const { variant, path } = begin(index);
    const fit = fitOptionValues(fitted, fields.option_values ?? {}, `${path}option_values`);
    fitted = fit.options;
    problems.push(...fit.problems);
    return { variant: { ...applyVariantFields(variant, fields), optionValues: fit.values }, path };
  });
  return { candidates, options: fitted, problems };
}

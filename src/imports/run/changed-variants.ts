import type { Variant } from "../../../db/variants/variants.ts";
import type { ProductChange } from "../../catalog/product-change.ts";
import { variantBody } from "../../variants/variant-body.ts";
import type { Entry } from "./chunk-catalog.ts";

/** A variant as it was, `null` for a new one, and as it will be. */
export type VariantStep = [before: Variant | null, after: Variant];

/** What an import does to the variants of a product. */
export const variantSteps = ({ variants }: Entry): VariantStep[] =>
  (variants?.all ?? []).flatMap((after): VariantStep[] => {
    const before = variants?.before.get(after.id) ?? null;
    return before === after ? [] : [[before, after]];
  });

/** The same, as a part of what it does to the product; nothing where no variant changes. */
export function variantChanges(
  entry: Entry,
  reference: string | null,
): Pick<ProductChange, "variants" | "history"> & { moves: NonNullable<ProductChange["moves"]> } {
  const steps = variantSteps(entry);
  if (steps.length === 0 || !entry.variants) return { moves: [] };
  const { optionsBefore, options } = entry.variants;
  return {
    variants: {
      made: steps.flatMap(([before, after]) => (before ? [] : after)),
      changed: steps.flatMap(([before, after]) => (before ? after : [])),
      removed: [],
      options: { before: optionsBefore, after: options },
    },
    history: steps.map(([before, after]) => ({
      field: "variants",
      before: before && variantBody(before),
      after: variantBody(after),
    })),
    moves: steps.map(([before, after]) => ({
      variantId: after.id,
      before: before?.stock ?? 0,
      after: after.stock,
      reference,
    })),
  };
}

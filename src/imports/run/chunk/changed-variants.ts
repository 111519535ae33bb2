import type { Variant } from "../../../../db/variants/variants.ts";
import type { PendingChange } from "../../../products/changes/set/change-set.ts";
import type { ProductChange } from "../../../products/changes/set/product-change.ts";
import { Variants } from "../../../products/variants/variant-body.ts";

/** A variant as it was, `null` for a new one, and as it will be. */
export type VariantStep = [before: Variant | null, after: Variant];

/** What an import does to the variants of a product. */
export const variantSteps = ({ parts: { variants } }: PendingChange): VariantStep[] =>
  (variants?.all ?? []).flatMap((after): VariantStep[] => {
    const before = variants?.before.get(after.id) ?? null;
    return before === after ? [] : [[before, after]];
  });

/** The same, as a part of what it does to the product; nothing where no variant changes. */
export function variantChanges(
  change: PendingChange,
  reference: string | null,
): Pick<ProductChange, "variants" | "history"> & { moves: NonNullable<ProductChange["moves"]> } {
  const steps = variantSteps(change);
  if (steps.length === 0 || !change.parts.variants) return { moves: [] };
  const { optionsBefore, options } = change.parts.variants;
  return {
    variants: {
      made: steps.flatMap(([before, after]) => (before ? [] : after)),
      changed: steps.flatMap(([before, after]) => (before ? after : [])),
      removed: [],
      options: { before: optionsBefore, after: options },
    },
    history: steps.map(([before, after]) => ({
      field: "variants",
      before: before && Variants.of(before),
      after: Variants.of(after),
    })),
    moves: steps.map(([before, after]) => ({
      variantId: after.id,
      before: before?.stock ?? 0,
      after: after.stock,
      reference,
    })),
  };
}

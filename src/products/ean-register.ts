import type { Reader } from "../../db/ports.ts";
import { findRowsByGtins } from "../../db/products/match.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { findVariantsByGtins } from "../../db/variants/variant-codes.ts";
import { duplicateEan } from "./refuse-duplicate-ean.ts";

type Coded = Pick<ProductRow, "id" | "ean" | "gtin14">;

/** Who has which code, while several products change one after the other. */
export interface EanRegister {
  /** Throws DUPLICATE_EAN when another product, or a variant of another product, has the code of this one by now. */
  refuse(row: Coded): void;
  /** Notes that a product has another code now, or none. */
  move(before: Coded, after: Coded): void;
}

/** Looks up who has these codes, padded to 14 digits: two statements, whatever their number. */
export async function openEanRegister(db: Reader, gtin14s: readonly string[]): Promise<EanRegister> {
  const products = gtin14s.length === 0 ? [] : await findRowsByGtins(db, gtin14s);
  const variants = gtin14s.length === 0 ? [] : await findVariantsByGtins(db, gtin14s);
  const holders = new Map(
    products.flatMap(({ id, gtin14, deletedAtMs }) =>
      gtin14 === null ? [] : [[gtin14, { id, deleted: deletedAtMs !== null }] as const],
    ),
  );
  return {
    refuse: ({ id, ean, gtin14 }) => {
      if (gtin14 === null) return;
      const holder = holders.get(gtin14);
      if (holder && holder.id !== id) throw duplicateEan(ean ?? "", { ...holder, type: "product" });
      const variant = variants.find((each) => each.gtin14 === gtin14 && each.productId !== id);
      if (variant) throw duplicateEan(ean ?? "", { id: variant.id, type: "variant", deleted: variant.isDeleted });
    },
    move: (before, after) => {
      if (before.gtin14 !== null && holders.get(before.gtin14)?.id === before.id) holders.delete(before.gtin14);
      if (after.gtin14 !== null) holders.set(after.gtin14, { id: after.id, deleted: false });
    },
  };
}

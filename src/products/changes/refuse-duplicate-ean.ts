import type { Reader, Tx } from "../../../db/ports.ts";
import { findRowsByGtins } from "../../../db/products/match.ts";
import { findVariantsByGtins } from "../../../db/variants/variant-codes.ts";
import { ApiError } from "../../http/output/errors.ts";
import { eanOf } from "../fields/ean.ts";

/** A code, and whose it is to be. */
export interface EanClaim {
  ean: string | null;
  /** `null`: there is no code to claim. */
  gtin14: string | null;
  /** The product, or the one that the variant belongs to: the two may share a code. */
  productId: string;
  /** Absent when the product itself claims the code. */
  variantId?: string;
}

/** Who holds a code already. */
export interface EanHolder {
  id: string;
  type: "product" | "variant";
  /** Whether the product, or the one the variant belongs to, is soft-deleted. */
  deleted: boolean;
}

/**
 * Which product holds each claimed code, by the code padded to 14 digits: another product, or a variant of another product;
 * for a variant also another variant of its own. Two statements, for any claims.
 */
export async function findEanHolders(db: Reader, claims: readonly EanClaim[]): Promise<Map<string, EanHolder>> {
  const wanted = new Map(claims.flatMap((claim) => (claim.gtin14 === null ? [] : [[claim.gtin14, claim] as const])));
  const holders = new Map<string, EanHolder>();
  if (wanted.size === 0) return holders;
  const codes = [...wanted.keys()];
  const [variants, rows] = await Promise.all([findVariantsByGtins(db, codes), findRowsByGtins(db, codes)]);
  for (const { id, gtin14, productId, isDeleted } of variants) {
    const claim = wanted.get(gtin14);
    const isOwn = claim?.variantId === undefined ? claim?.productId === productId : claim.variantId === id;
    if (!isOwn) holders.set(gtin14, { id, type: "variant", deleted: isDeleted });
  }
  for (const { id, gtin14, deletedAtMs } of rows) {
    if (gtin14 === null || wanted.get(gtin14)?.productId === id) continue;
    holders.set(gtin14, { id, type: "product", deleted: deletedAtMs !== null });
  }
  return holders;
}

/** The refusal of a code that another one holds. */
export const duplicateEan = (ean: string, { id, type, deleted }: EanHolder): ApiError =>
  new ApiError("DUPLICATE_EAN", {
    params: { ean },
    details: { ean, existing_id: id, existing_type: type, deleted },
    ...(deleted && { howToFix: "products.restore_instead" }),
  });

/**
 * Throws DUPLICATE_EAN when another product, soft-deleted ones included, or a variant of another product has the code of
 * this one.
 */
export async function refuseDuplicateEan(
  db: Reader,
  { id, ean, gtin14 }: { id: string; ean: string | null; gtin14: string | null },
): Promise<void> {
  const [holder] = (await findEanHolders(db, [{ ean, gtin14, productId: id }])).values();
  if (holder) throw duplicateEan(ean ?? "", holder);
}

/** Begins to read who holds the code that these values bring, so that it comes along with what else is read. */
export function foreseeDuplicateEan(tx: Tx, values: Readonly<Record<string, unknown>>): void {
  const code = values["barcode"] ?? values["ean"];
  const gtin14 = typeof code === "string" ? eanOf(code)?.gtin14 : undefined;
  if (gtin14 !== undefined) tx.ahead((db) => [findVariantsByGtins(db, [gtin14]), findRowsByGtins(db, [gtin14])]);
}

import { mutation } from "../../../db/ports.ts";
import { deleteVariant as eraseVariant, findVariant } from "../../../db/variants/variants.ts";
import { required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { Variants } from "./variant-body.ts";

interface VariantDeletion {
  productId: string;
  id: string;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/** Deletes a variant. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export const deleteVariant = mutation(
  "variants.delete",
  async (tx, { productId: ofProduct, id, expected }: VariantDeletion, context): Promise<void> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const variant = required(await findVariant(tx, productId, id), "variant", id);
    requireVersion(expected, variant.updatedAtUs);
    await eraseVariant(tx, id);
    const changes = [{ productId, field: "variants", before: Variants.of(variant), after: null }];
    await touchProducts(tx, [{ productId, updatedFields: ["variants"], changes }], context);
  },
);

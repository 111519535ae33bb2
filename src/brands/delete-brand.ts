import { deleteBrand as eraseBrand, findBrand } from "../../db/brands/brands.ts";
import { mutation } from "../../db/ports.ts";
import { deleteCount } from "../../db/products/owned.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { invalidParameter, required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { inUse } from "../products/in-use.ts";
import { reassignProducts } from "../products/reassign-products.ts";

interface BrandDeletion {
  id: string;
  /** The brand that its products get; `null`: none. */
  reassignTo: string | null;
  /** Leaves its products without a brand. */
  force: boolean;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/**
 * Deletes a brand, or, as long as it has more than 500 products, takes some of them off it: call it until it is done.
 * Throws NOT_FOUND for it and for the brand that is to take its place, PRECONDITION_FAILED, INVALID_PARAMETER for
 * itself in its place, and INVALID_STATE when it has products and nothing was said about them.
 */
export const deleteBrand = mutation(
  "brands.delete",
  async (tx, { id, reassignTo, force, expected }: BrandDeletion, context): Promise<{ isDone: boolean }> => {
    const brand = required(await findBrand(tx, id), "brand", id);
    requireVersion(expected, brand.version);
    if (reassignTo === id) {
      throw invalidParameter([{ field: "reassign_to", type: "invalid_value", key: "reference.itself" }]);
    }
    if (reassignTo !== null) required(await findBrand(tx, reassignTo), "brand", reassignTo);
    else if (!force && brand.productCount > 0) throw inUse("reference.reassign", { product_count: brand.productCount });
    const { more } = await reassignProducts(tx, "brand", { from: id, to: reassignTo }, context);
    if (more) return { isDone: false };
    await eraseBrand(tx, id);
    await deleteCount(tx, id);
    const details = { name: brand.name, products: brand.productCount, reassigned_to: reassignTo };
    await noteAudit(tx, context, { action: "brand.deleted", resource: "brand", resourceId: id, details });
    return { isDone: true };
  },
);

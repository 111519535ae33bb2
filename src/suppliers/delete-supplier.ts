import { mutation } from "../../db/ports.ts";
import { deleteCount } from "../../db/products/owned.ts";
import { listLinks } from "../../db/sourcing/product-suppliers.ts";
import { deleteSupplier as eraseSupplier, findSupplier } from "../../db/suppliers/suppliers.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { inUse } from "../products/in-use.ts";
import { unlinkSuppliers } from "../sourcing/unlink-suppliers.ts";

/** About 20 ms of the writer's time. */
const UNLINKED_MAX = 500;

interface SupplierDeletion {
  id: string;
  /** Takes it off its products. */
  force: boolean;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/**
 * Deletes a supplier, or, as long as it has more than 500 products, takes it off some of them: call it until it is done.
 * Throws NOT_FOUND, PRECONDITION_FAILED, and INVALID_STATE when it has products and is not forced.
 */
export const deleteSupplier = mutation(
  "suppliers.delete",
  async (tx, { id, force, expected }: SupplierDeletion, context): Promise<{ isDone: boolean }> => {
    const supplier = required(await findSupplier(tx, id), "supplier", id);
    requireVersion(expected, supplier.version);
    const { productCount } = supplier;
    if (!force && productCount > 0) throw inUse("reference.force", { product_count: productCount });
    const links = await listLinks(tx, id, UNLINKED_MAX);
    await unlinkSuppliers(tx, links, context);
    if (links.length === UNLINKED_MAX) return { isDone: false };
    await eraseSupplier(tx, id);
    await deleteCount(tx, id);
    const details = { code: supplier.code, name: supplier.name, products: productCount };
    await noteAudit(tx, context, { action: "supplier.deleted", resource: "supplier", resourceId: id, details });
    return { isDone: true };
  },
);

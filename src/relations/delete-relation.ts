import { mutation } from "../../db/ports.ts";
import { deleteRelation as eraseRelation, findRelation } from "../../db/relations/relations.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { touchProducts } from "../products/touch-products.ts";
import { relationBody } from "./relation-body.ts";

interface RelationDeletion {
  productId: string;
  id: string;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/** Deletes a relation. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export const deleteRelation = mutation(
  "relations.delete",
  async (tx, { productId: ofProduct, id, expected }: RelationDeletion, context): Promise<void> => {
    const { id: productId } = await findLiveProduct(tx, ofProduct);
    const relation = required(await findRelation(tx, productId, id), "relation", id);
    requireVersion(expected, relation.updatedAtUs);
    await eraseRelation(tx, id);
    const changes = [{ productId, field: "relations", before: relationBody(relation), after: null }];
    await touchProducts(tx, [{ productId, updatedFields: ["relations"], changes }], context);
  },
);

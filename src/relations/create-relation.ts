import { mutation, type Reader } from "../../db/ports.ts";
import { takeTicks } from "../../db/products/write.ts";
import { findRelationTo, putRelation, type Relation } from "../../db/relations/relations.ts";
import { duplicateResource } from "../http/duplicate-resource.ts";
import { invalidBody } from "../http/errors.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { touchProducts } from "../products/touch-products.ts";
import { relationBody } from "./relation-body.ts";

type RelationCreation = Pick<Relation, "productId" | "relatedProductId" | "relationshipType" | "priority">;

/** Throws DUPLICATE_RESOURCE when another relation says the same of the two products. */
export async function refuseDuplicateRelation(db: Reader, relation: Relation): Promise<void> {
  const known = await findRelationTo(db, relation);
  if (known && known.id !== relation.id) {
    throw duplicateResource("related_product_id", relation.relatedProductId, known.id);
  }
}

/**
 * Lets a product point at another. Throws PRODUCT_NOT_FOUND for either of the two, VALIDATION_FAILED when they are one,
 * and DUPLICATE_RESOURCE.
 */
export const createRelation = mutation(
  "relations.create",
  async (tx, { relationshipType, priority, ...ids }: RelationCreation, context): Promise<Relation> => {
    const { id: productId } = await findLiveProduct(tx, ids.productId);
    const { id: relatedProductId } = await findLiveProduct(tx, ids.relatedProductId);
    if (relatedProductId === productId) {
      throw invalidBody([{ field: "related_product_id", type: "invalid_value", key: "relations.to_itself" }]);
    }
    const nowMs = context.now();
    const relation: Relation = {
      id: context.newId(),
      productId,
      relatedProductId,
      relationshipType,
      priority,
      createdAtMs: nowMs,
      updatedAtUs: await takeTicks(tx, 1, nowMs),
    };
    await refuseDuplicateRelation(tx, relation);
    await putRelation(tx, relation);
    const changes = [{ productId, field: "relations", before: null, after: relationBody(relation) }];
    await touchProducts(tx, [{ productId, updatedFields: ["relations"], changes }], context);
    return relation;
  },
);

import { mutation } from "../../db/ports.ts";
import { takeTicks } from "../../db/products/write.ts";
import { findRelation, putRelation, type Relation, type RelationshipType } from "../../db/relations/relations.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { touchProducts } from "../products/touch-products.ts";
import { refuseDuplicateRelation } from "./create-relation.ts";
import { relationBody } from "./relation-body.ts";

interface RelationChange {
  productId: string;
  id: string;
  /** What is absent stays. */
  relationshipType?: RelationshipType | undefined;
  priority?: number | undefined;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes type and priority of a relation; with nothing new nothing is written. Throws PRODUCT_NOT_FOUND, NOT_FOUND,
 * PRECONDITION_FAILED and DUPLICATE_RESOURCE.
 */
export const updateRelation = mutation(
  "relations.update",
  async (tx, { expected, id, ...change }: RelationChange, context): Promise<Relation> => {
    const { id: productId } = await findLiveProduct(tx, change.productId);
    const before = required(await findRelation(tx, productId, id), "relation", id);
    requireVersion(expected, before.updatedAtUs);
    const { relationshipType = before.relationshipType, priority = before.priority } = change;
    if (relationshipType === before.relationshipType && priority === before.priority) return before;
    const updatedAtUs = await takeTicks(tx, 1, context.now());
    const relation = { ...before, relationshipType, priority, updatedAtUs };
    await refuseDuplicateRelation(tx, relation);
    await putRelation(tx, relation);
    const changes = [{ productId, field: "relations", before: relationBody(before), after: relationBody(relation) }];
    await touchProducts(tx, [{ productId, updatedFields: ["relations"], changes }], context);
    return relation;
  },
);

import type { ListedRelation, Relation } from "../../db/relations/relations.ts";
import { priceOf } from "../products/cents.ts";
import { isoOfMs } from "../text/instant.ts";

/** A relation as the API shows it. */
export const relationBody = (relation: Relation) => ({
  id: relation.id,
  product_id: relation.productId,
  related_product_id: relation.relatedProductId,
  relationship_type: relation.relationshipType,
  priority: relation.priority,
  created_at: isoOfMs(relation.createdAtMs),
});

/** The same, with the product that it points at. */
export const relationItem = (relation: ListedRelation) => ({
  ...relationBody(relation),
  related_product: {
    id: relation.relatedProductId,
    ean: relation.ean,
    title: relation.title,
    price: priceOf(relation.priceCents),
    is_active: relation.isActive,
    primary_image_url: relation.imageUrl,
  },
});

import { Type } from "@sinclair/typebox";
import type { MutationContext, Reader, Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { Uuid } from "../../http/input/fields.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { priceOf } from "../../kit/cents.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { choiceField, numberField, sentOnce, textField } from "../../kit/resource/fields.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { record } from "../../kit/resource/record.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { findLiveProduct } from "../changes/live-product.ts";

/** What a product may be to another, in the order of lists. */
export const RELATIONSHIP_TYPES = [
  "accessory",
  "cross_sell",
  "up_sell",
  "spare_part",
  "compatible_with",
  "replacement",
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

const RelatedId = Type.String({ format: "uuid", description: "The related product; must be a different product." });
const Priority = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000,
  description: "Position among relations of this type, lowest first. Default 0.",
});

/** A product points at another one. */
export const Relation = record({
  table: "product_relation",
  noun: "relation",
  parent: "product",
  isSequenced: true,
  fields: {
    related_product_id: sentOnce(textField(RelatedId, { shown: Uuid })),
    relationship_type: choiceField(RELATIONSHIP_TYPES, undefined, { examples: ["accessory"] }),
    priority: numberField(Priority, 0, Type.Integer()),
  },
  expands: { product: "product", related_product: "product" },
});

type RelationRow = ReturnType<typeof Relation.blank>;

/** The products notice what is new, changed or deleted. */
function touch(tx: Tx, before: RelationRow | null, after: RelationRow | null, context: MutationContext): Promise<void> {
  const productId = Relation.parentIdOf(before ?? after ?? {});
  const [was, is] = [before && Relation.bodyOf(before), after && Relation.bodyOf(after)];
  const changes = [{ productId, field: "relations", before: was, after: is }];
  return touchProducts(tx, [{ productId, updatedFields: ["relations"], changes }], context);
}

/** The product that has the relation, and the one it points at, are live; it is not one product. */
export const relationChanges = changesOf("relations", Relation, {
  requireParent: findLiveProduct,
  unique: { field: "related_product_id", column: "related_product_id", within: ["relationship_type"] },
  complete: async (tx, relation, given) => {
    if (given.related_product_id === undefined) return relation;
    const { id } = await findLiveProduct(tx, given.related_product_id);
    if (id === Relation.parentIdOf(relation)) {
      throw invalidBody([{ field: "related_product_id", type: "invalid_value", key: "relations.to_itself" }]);
    }
    return relation;
  },
  created: (tx, relation, context) => touch(tx, null, relation, context),
  changed: (tx, { before, after }, context) => touch(tx, before, after, context),
  deleted: (tx, relation, _, context) => touch(tx, relation, null, context),
});

/** The relations of a product to products that are not deleted, by type, priority and age, with what they point at. */
export async function listRelations(db: Reader, productId: string, type: RelationshipType | undefined) {
  const conditions = conditionsOf({ product_id: productId, relationship_type: type });
  const relations = await Relation.table.listAll(db, conditions);
  const related = await findRowsByIds(db, [...new Set(relations.map((relation) => relation.related_product_id))]);
  const live = new Map(
    related.filter(({ deletedAtMs }) => deletedAtMs === null).map((product) => [product.id, product]),
  );
  const place = ({ relationship_type: each }: RelationRow) => RELATIONSHIP_TYPES.indexOf(each);
  return relations
    .toSorted((one, other) => place(one) - place(other) || one.priority - other.priority)
    .flatMap((relation) => {
      const product = live.get(relation.related_product_id);
      if (!product) return [];
      const { id, ean, title, priceCents, status, imageUrl } = product;
      const shown = { id, ean, title, price: priceOf(priceCents), is_active: status === "active" };
      return [{ ...Relation.bodyOf(relation), related_product: { ...shown, primary_image_url: imageUrl } }];
    });
}

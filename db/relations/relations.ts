import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

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

/** A product points at another one. */
export interface Relation {
  id: string;
  productId: string;
  relatedProductId: string;
  relationshipType: RelationshipType;
  /** Place among the product's relations of the type. */
  priority: number;
  createdAtMs: number;
  /** Grows with every change; it is the ETag. */
  updatedAtUs: number;
}

/** A relation with the product that it points at. */
export interface ListedRelation extends Relation {
  ean: string | null;
  title: string;
  priceCents: number | null;
  isActive: boolean;
  imageUrl: string | null;
}

const COLUMNS = `relation.id, relation.product_id, relation.related_product_id, relation.relationship_type,
  relation.priority, relation.created_at_ms, relation.updated_at_us`;

const readRelation = (row: Row): Relation => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  relatedProductId: text(row, "related_product_id"),
  // A check constraint holds each of the words.
  relationshipType: text(row, "relationship_type") as RelationshipType,
  priority: number(row, "priority"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
});

/** The relations of a product to products that are not deleted, of one type or (with null) of all, in their order. */
export const listRelations = (
  db: Reader,
  { productId, type }: { productId: string; type: RelationshipType | null },
): Promise<ListedRelation[]> =>
  db.all(
    `select ${COLUMNS}, related.ean, related.title, related.price_cents, related.status = 'active' as is_active,
        related.image_url
      from product_relation relation
      cross join product related on related.tenant_id = :tenant and related.id = relation.related_product_id
      cross join json_each(:types) type on type.value = relation.relationship_type
      where relation.tenant_id = :tenant and relation.product_id = :productId and related.deleted_at_ms is null
        and relation.relationship_type = ifnull(:type, relation.relationship_type)
      order by type.key, relation.priority, relation.created_at_ms, relation.id`,
    { productId, type, types: JSON.stringify(RELATIONSHIP_TYPES) },
    (row) => ({
      ...readRelation(row),
      ean: textOrNull(row, "ean"),
      title: text(row, "title"),
      priceCents: numberOrNull(row, "price_cents"),
      isActive: number(row, "is_active") === 1,
      imageUrl: textOrNull(row, "image_url"),
    }),
  );

/** A relation of this product. */
export const findRelation = (db: Reader, productId: string, id: string): Promise<Relation | undefined> =>
  db.first(
    `select ${COLUMNS} from product_relation relation
      where relation.tenant_id = :tenant and relation.id = :id and relation.product_id = :productId`,
    { id, productId },
    readRelation,
  );

/** The relation of this type between two products, in this direction. */
export const findRelationTo = (
  db: Reader,
  relation: Pick<Relation, "productId" | "relatedProductId" | "relationshipType">,
): Promise<Relation | undefined> =>
  db.first(
    `select ${COLUMNS} from product_relation relation
      where relation.tenant_id = :tenant and relation.product_id = :productId
        and relation.relationship_type = :relationshipType and relation.related_product_id = :relatedProductId`,
    {
      productId: relation.productId,
      relatedProductId: relation.relatedProductId,
      relationshipType: relation.relationshipType,
    },
    readRelation,
  );

/** Stores a relation by its id; of one that is there only type, priority and version change. */
export const putRelation = (tx: Tx, relation: Relation): Promise<number> =>
  tx.run(
    `insert into product_relation (tenant_id, id, product_id, related_product_id, relationship_type, priority,
        created_at_ms, updated_at_us)
      values (:tenant, :id, :productId, :relatedProductId, :relationshipType, :priority, :createdAtMs, :updatedAtUs)
      on conflict (tenant_id, id) do update set relationship_type = excluded.relationship_type,
        priority = excluded.priority, updated_at_us = excluded.updated_at_us`,
    { ...relation },
  );

export const deleteRelation = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from product_relation where tenant_id = :tenant and id = :id", { id });

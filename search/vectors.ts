import type { Reader, Tx } from "../db/ports.ts";
import { number, text } from "../db/rows.ts";

/** A product's vector, and what it was made of. */
export interface ProductVector {
  productId: string;
  /** What made it, and how long it is: `spaceOf`. Vectors of different ones cannot be compared. */
  model: string;
  /** SHA-256 of the text. */
  textHash: string;
  vector: number[];
}

/** Of which text the vectors of these products were made, by product id. */
export async function findTextHashes(db: Reader, model: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all(
    `select product_vector.product_id, product_vector.text_hash from json_each(:ids) wanted
      cross join product_vector
        on product_vector.tenant_id = :tenant and product_vector.product_id = wanted.value
      where product_vector.model = :model`,
    { ids: JSON.stringify(ids), model },
    (row) => [text(row, "product_id"), text(row, "text_hash")] as const,
  );
  return new Map(rows);
}

/** Stores vectors in place of those there were. Deleted products are passed over. */
export const upsertVectors = (tx: Tx, vectors: readonly ProductVector[]): Promise<void> =>
  tx.runMany(
    `insert into product_vector (tenant_id, product_id, model, text_hash, vector)
      select product.tenant_id, product.id, :model, :textHash, vector32(:vector) from product
        where product.tenant_id = :tenant and product.id = :productId
      on conflict (tenant_id, product_id) do update
        set model = excluded.model, text_hash = excluded.text_hash, vector = excluded.vector`,
    vectors.map((each) => ({ ...each, vector: JSON.stringify(each.vector) })),
  );

/** A product and how near its vector is. */
export interface NearProduct {
  rowId: number;
  /** Cosine similarity, 1 for the same direction. */
  similarity: number;
}

/** The vectors of these products that are of one space, by product id. */
export async function findVectors(db: Reader, model: string, ids: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await db.all(
    `select product_vector.product_id, vector_extract(product_vector.vector) as vector from json_each(:ids) wanted
      cross join product_vector
        on product_vector.tenant_id = :tenant and product_vector.product_id = wanted.value
      where product_vector.model = :model`,
    { ids: JSON.stringify(ids), model },
    // Only numbers go in.
    (row) => [text(row, "product_id"), JSON.parse(text(row, "vector")) as number[]] as const,
  );
  return new Map(rows);
}

/** The active products whose vectors are nearest to that of a product, itself left out. Looks at every vector. */
export const listNearest = (
  db: Reader,
  { productId, model, least, limit }: { productId: string; model: string; least: number; limit: number },
): Promise<NearProduct[]> =>
  db.all(
    `select product.row_id, 1 - near.distance as similarity from (
        select other.product_id, vector_distance_cos(other.vector, own.vector) as distance
          from product_vector own
          cross join product_vector other on other.tenant_id = :tenant and other.model = own.model
          where own.tenant_id = :tenant and own.product_id = :productId and own.model = :model
            and other.product_id <> own.product_id) near
      cross join product on product.tenant_id = :tenant and product.id = near.product_id
      where round(1 - near.distance, 4) >= :least and product.status = 'active' and product.deleted_at_ms is null
      order by near.distance, product.row_id limit :limit`,
    { productId, model, least, limit },
    (row) => ({ rowId: number(row, "row_id"), similarity: number(row, "similarity") }),
  );

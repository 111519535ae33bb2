import type { Reader } from "../../db/ports.ts";
import { listProductsByRow } from "../../db/products/list.ts";
import type { ListedProduct } from "../../db/products/listed-product.ts";
import { listNearest } from "../../search/vectors.ts";

export interface SimilarRequest {
  productId: string;
  /** Of the vectors that are compared: `EmbeddingSettings.identity`. */
  model: string;
  minScore: number;
  limit: number;
}

export interface SimilarProduct {
  product: ListedProduct;
  /** 0 to 1. */
  score: number;
}

/** The active products most like this one, best first; none as long as it has no vector. */
export async function findSimilar(
  db: Reader,
  { minScore: least, ...request }: SimilarRequest,
): Promise<SimilarProduct[]> {
  const near = await listNearest(db, { ...request, least });
  const products = await listProductsByRow(
    db,
    near.map(({ rowId }) => rowId),
  );
  const similarities = new Map(near.map(({ rowId, similarity }) => [rowId, similarity]));
  return products.map((product) => ({ product, score: scoreOf(similarities.get(product.rowId) ?? 0) }));
}

/** Opposite texts are no less alike than unrelated ones; four decimals hide the rounding of 32-bit floats. */
const scoreOf = (similarity: number) => Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000;

import { listProductsByRow } from "../../../db/products/lists/list.ts";
import type { NearRequest } from "../../../search/port.ts";
import type { ListItem } from "../../products/schema.ts";
import { listItem } from "../../products/views/product-body.ts";
import type { ThreadServices } from "../../runtime/services.ts";

export type SimilarRequest = NearRequest;

export interface SimilarProduct {
  product: ListItem;
  /** 0 to 1. */
  score: number;
}

/** The number of extra hits requested, as an index may not know yet which products are no longer for sale. */
const SPARE = 20;

/** The active products most like this one, best first; none as long as it has no vector. Throws `SearchUnavailable`. */
export async function findSimilar(
  { search, reader }: ThreadServices,
  tenantId: string,
  { limit, ...request }: SimilarRequest,
): Promise<SimilarProduct[]> {
  const db = reader(tenantId);
  const near = await search.engine.nearest(db, { ...request, limit: limit + SPARE });
  const products = await listProductsByRow(
    db,
    near.map(({ rowId }) => rowId),
  );
  const similarities = new Map(near.map(({ rowId, similarity }) => [rowId, similarity]));
  return products
    .map((listed) => ({ listed, product: listItem(listed), score: scoreOf(similarities.get(listed.rowId) ?? 0) }))
    .filter(({ product, score }) => product.status === "active" && score >= request.least)
    .toSorted((one, other) => other.score - one.score || one.listed.rowId - other.listed.rowId)
    .slice(0, limit)
    .map(({ product, score }) => ({ product, score }));
}

/** Opposite texts are no less alike than unrelated ones; four decimals hide the rounding of 32-bit floats. */
const scoreOf = (similarity: number) => Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000;

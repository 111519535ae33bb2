import type { ThreadServices } from "../../src/runtime/services.ts";
import { findSimilar, type SimilarProduct, type SimilarRequest } from "../../src/search/similar/find-similar.ts";

/** Finds the products most like one: the database looks at every vector of the tenant. */
export const similar = (
  { search, reader }: ThreadServices,
  tenantId: string,
  request: SimilarRequest,
): Promise<SimilarProduct[]> => findSimilar(search.engine, reader(tenantId), request);

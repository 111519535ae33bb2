import { findSimilar, type SimilarProduct, type SimilarRequest } from "../../src/search/find-similar.ts";
import type { ThreadServices } from "../../src/services.ts";

/** Finds the products most like one: it looks at every vector of the tenant. */
export const similar = (
  services: ThreadServices,
  tenantId: string,
  request: SimilarRequest,
): Promise<SimilarProduct[]> => findSimilar(services.reader(tenantId), request);

import {
  findByReferences,
  type ReferenceRequest,
  type ReferenceRows,
} from "../../src/products/lists/find-by-reference.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of products by reference that would hold up the HTTP thread. */
export const byReference = (
  services: ThreadServices,
  tenantId: string,
  request: ReferenceRequest,
): Promise<ReferenceRows> => findByReferences(services.reader(tenantId), request);

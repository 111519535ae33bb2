import { findPassages, type Passage } from "../../src/ai/documents/find-passages.ts";
import { findTarget } from "../../src/ai/enrichment/facts/product-facts.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** The passages that say something of a product. Throws PRODUCT_NOT_FOUND. */
export async function find(
  services: ThreadServices,
  tenantId: string,
  { productId }: { productId: string },
): Promise<Passage[]> {
  const db = services.reader(tenantId);
  return findPassages(services, db, await findTarget(db, productId, null));
}

import { listPriceSources, type PriceSource } from "../../db/pricing/price-sources.ts";
import { DAY_MS } from "../../src/prices/pricing/changes/price-history.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** What each source asks, over all products or for one. */
export function sources(
  { reader, now }: ThreadServices,
  tenantId: string,
  { productId, days }: { productId: string | null; days: number },
): Promise<PriceSource[]> {
  const nowMs = now();
  return listPriceSources(reader(tenantId), { productId, nowMs, sinceMs: nowMs - days * DAY_MS });
}

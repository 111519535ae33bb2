import { checkProducts } from "../../src/prices/price-monitor/check/check-products.ts";
import { type NotedCheck, noteCheck } from "../../src/prices/price-monitor/check/note-check.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** A request waits meanwhile. */
const WAIT_MAX_MS = 30_000;

/** Checks one product at once, and stores what it finds. */
export async function checkOne(
  services: ThreadServices,
  tenantId: string,
  { productId }: { productId: string },
  signal: AbortSignal,
): Promise<NotedCheck> {
  const reader = { services, tenantId, signal, waitMaxMs: WAIT_MAX_MS };
  for await (const check of checkProducts(reader, [productId])) return services.write(noteCheck, tenantId, check);
  return { checkedAtMs: services.now(), results: [] };
}

import { expect } from "bun:test";
import { NO_PARTS, type PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { variedLamp } from "../doubles/platforms/lamp.ts";

/** A product in the sizes S and M, two of each, without pictures and EANs. */
export function sizedLamp(sku: string): PushItem {
  const { variants, ...item } = variedLamp(sku, { ean: null });
  return { ...item, variants: variants.map((each) => ({ ...each, ean: null, image: null })) };
}

/** The same after it was pushed: the shop follows the levels that it was made with, and here they are these. */
export function pushedLamp(item: PushItem, outcome: PushOutcome | undefined, levels: readonly number[]) {
  if (outcome === undefined || "error" in outcome) return expect.unreachable(JSON.stringify(outcome));
  const { externalId, externalItemId = null, parts = NO_PARTS } = outcome;
  const ids = item.variants.map(({ variantId }) => parts.variants[variantId] ?? expect.unreachable());
  const variants = item.variants.map((each, at) => ({
    ...{ ...each, externalId: ids[at] ?? null },
    ...{ stock: levels[at] ?? each.stock, stockFrom: each.stock },
  }));
  const known: PushItem = { ...item, externalId, externalItemId, variants, parts };
  return { known, ids };
}

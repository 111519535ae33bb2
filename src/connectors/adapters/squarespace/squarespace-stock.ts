import { randomUUID } from "node:crypto";
import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { type Stocked, stockedKey } from "../../engine/push/stocked.ts";
import { dueVariants, isVaried, withoutVariants } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { portionsOf } from "../../engine/requests/portions.ts";
import { pushTogether, sentAs } from "../each.ts";
import { call } from "./squarespace-call.ts";

// Source: https://developers.squarespace.com/commerce-apis/inventory-overview (1.0): fifty variants a request
const BATCH = 50;
const INVENTORY = "1.0/commerce/inventory";
const NOT_FOUND = 404;

const isNotFound = (error: unknown) => error instanceof PlatformError && error.status === NOT_FOUND;

/** A level that is to be set. */
interface Level extends Pick<PushItem, "stock" | "stockThere"> {
  id: string | null;
}

const levelOf = ({ externalId: id, ...level }: PushVariant): Level => ({ ...level, id });

/** The levels of a product: its own, or those of its variants. */
const levelsIn = (item: PushItem): Level[] =>
  isVaried(item) ? dueVariants(item).map(levelOf) : [{ ...item, id: item.externalItemId }];

/** What is asked for some levels: those that were read are changed by the difference, so that what is sold meanwhile stays sold. */
function operationsOf(levels: readonly Level[]) {
  const all = levels.map(({ id: variantId, stock, stockThere = null }) => ({
    variantId,
    by: stockThere === null ? null : stock - stockThere,
    stock,
  }));
  const named = {
    incrementOperations: all.flatMap(({ by, variantId }) => ((by ?? 0) > 0 ? { variantId, quantity: by } : [])),
    decrementOperations: all.flatMap(({ by, variantId }) => ((by ?? 0) < 0 ? { variantId, quantity: -(by ?? 0) } : [])),
    setFiniteOperations: all.flatMap(({ by, variantId, stock }) => (by === null ? { variantId, quantity: stock } : [])),
  };
  return Object.fromEntries(Object.entries(named).filter(([, some]) => some.length > 0));
}

async function adjust(api: Api, levels: readonly Level[]): Promise<void> {
  for (const some of portionsOf(levels, BATCH)) {
    const json = operationsOf(some);
    if (Object.keys(json).length === 0) continue;
    // Tried again, it has its effect once.
    const headers = { "idempotency-key": randomUUID() };
    await call(api, `${INVENTORY}/adjustments`, { method: "POST", headers, json });
  }
}

/** Sets the levels of a product's variants one by one: one that is missing there is not the whole product. */
async function adjustEach(api: Api, item: PushItem): Promise<PushOutcome> {
  const missing: PushVariant[] = [];
  for (const variant of dueVariants(item)) {
    try {
      await adjust(api, [levelOf(variant)]);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      missing.push(variant);
    }
  }
  if (missing.length === Object.keys(item.parts.variants).length) {
    throw new PlatformError("refused", "None of its variants is there", { status: NOT_FOUND });
  }
  return withoutVariants(item, missing);
}

async function setStock(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  try {
    await adjust(api, items.flatMap(levelsIn));
  } catch (error) {
    const [only] = items;
    if (!isNotFound(error) || items.length > 1 || !only || !isVaried(only)) throw error;
    return [await adjustEach(api, only)];
  }
  return items.map(sentAs);
}

/** Sets the stock of products and their variants. */
export const pushStock = (api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> =>
  pushTogether(items, BATCH, (some) => setStock(api, some));

const idOf = ({ externalItemId, variant }: Stocked) => (variant ? variant.externalId : externalItemId);

/** What a site has of some variants; where one of them is missing, each is asked for alone. */
async function inventoryOf(api: Api, ids: readonly string[]): Promise<unknown[]> {
  const answer = await call(api, `${INVENTORY}/${ids.join(",")}`, {}, (status) => status < 400 || status === NOT_FOUND);
  const found = listOf(member(answer, "inventory"));
  if (found.length > 0 || ids.length === 1) return found;
  const alone: unknown[] = [];
  for (const id of ids) alone.push(...(await inventoryOf(api, [id])));
  return alone;
}

export const levels: NonNullable<Adapter["levels"]> = async (api, stocked) => {
  const there = new Map<string, number>();
  for (const some of portionsOf(stocked, BATCH)) {
    const ids = some.flatMap((each) => idOf(each) ?? []);
    for (const each of ids.length === 0 ? [] : await inventoryOf(api, ids)) {
      const known = some.find((one) => idOf(one) === member(each, "variantId"));
      const quantity = numberOf(member(each, "quantity"));
      if (known && quantity !== undefined) there.set(stockedKey(known), quantity);
    }
  }
  return there;
};

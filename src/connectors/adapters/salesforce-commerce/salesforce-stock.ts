import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { idThere, stockedKey } from "../../engine/push/stocked.ts";
import { dueVariants, isVaried, variantRemark, withoutVariants } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalIn, sentAs } from "../each.ts";
import { call } from "./salesforce-call.ts";
import { masterOf } from "./salesforce-variants.ts";

// Source: OCAPI's ProductInventoryRecords (Data API 23.2), as the Inventory Lists of the Commerce API have them: what is sold is
// counted from the time at which an allocation was set; `stockLevel` is the allocation without it. No product says its list.
const FAMILY = "inventory/inventory-lists";
export const NO_LIST =
  "Stock is not sent: set the credential inventory_list_id to the inventory list of the site (Business Manager: Merchant Tools, Products and Catalogs, Inventory)";

/** The record of a product in the site's list. */
function recordOf(api: Api, id: string): string {
  const list = api.credentials["inventory_list_id"] ?? "";
  if (list === "") throw new PlatformError("refused", NO_LIST);
  return `inventory-lists/${encodeURIComponent(list)}/product-inventory-records/${encodeURIComponent(id)}`;
}

/** A record that is there keeps its other fields. */
async function setLevel(api: Api, id: string, stock: number): Promise<void> {
  const path = recordOf(api, id);
  const json = { allocation: { amount: stock } };
  const changed = await call(api, FAMILY, path, { method: "PATCH", json }, 404);
  if (changed.status === 404) await call(api, FAMILY, path, { method: "PUT", json });
}

/** What the site has now: one request for each, as no request reads some of them by their ids. */
export const levels: NonNullable<Adapter["levels"]> = async (api, stocked) => {
  const there = new Map<string, number>();
  for (const each of stocked) {
    const id = idThere(each);
    if (id === null) continue;
    const { body } = await call(api, FAMILY, recordOf(api, id), {}, 404);
    const level = numberOf(member(body, "stockLevel"));
    if (level !== undefined) there.set(stockedKey(each), level);
  }
  return there;
};

/** Those of some variants that are not there. Throws `PlatformError` with 404 when their master is not. */
async function lostOf(api: Api, master: string, variants: readonly PushVariant[]): Promise<PushVariant[]> {
  const there = listOf(member(await masterOf(api, master), "variants")).map((each) => member(each, "productId"));
  return variants.filter(({ externalId }) => !there.includes(externalId));
}

/** Whether the record of a variant can be neither changed nor made, as no such product is there. */
const isGone = (error: unknown): boolean => error instanceof PlatformError && error.status === 404;

/** The stock of each variant of a product. */
async function setVariants(api: Api, item: PushItem, master: string): Promise<PushOutcome> {
  const remarks: string[] = [];
  const missing: PushVariant[] = [];
  for (const variant of dueVariants(item)) {
    try {
      await setLevel(api, variant.externalId ?? variant.sku, variant.stock);
    } catch (error) {
      if (isGone(error)) missing.push(variant);
      remarks.push(variantRemark(variant, refusalIn(error)));
    }
  }
  const lost = missing.length === 0 ? [] : await lostOf(api, master, missing);
  if (lost.length > 0 && lost.length === remarks.length) return withoutVariants(item, lost);
  return remarks.length > 0 ? { productId: item.productId, error: remarks.join("; ") } : sentAs(item);
}

/** The stock of a product, or of each of its variants. */
export async function pushStock(api: Api, item: PushItem): Promise<PushOutcome> {
  const { externalId } = item;
  if (externalId === null) return sentAs(item);
  if (isVaried(item)) return setVariants(api, item, externalId);
  await setLevel(api, externalId, item.stock);
  return sentAs(item);
}

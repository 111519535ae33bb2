import type { Reply } from "../shops.ts";
import { bodyAs, type Call } from "./platform.ts";

/** What eBay keeps of an item. */
export interface EbayItem {
  sku: string;
  product?: { title?: string; aspects?: Record<string, string[]>; imageUrls?: string[] };
  availability?: unknown;
  inventoryItemGroupKeys?: string[];
}

/** What it keeps of a group. */
export interface EbayGroup {
  title: string;
  description: string;
  variantSKUs: string[];
  variesBy: { specifications: { name: string; values: string[] }[]; aspectsImageVariesBy?: string[] };
  imageUrls?: string[];
}

interface Kept {
  items: Map<string, EbayItem>;
  published: Set<string>;
  offered: (sku: string) => boolean;
}

const refused = (errorId: number, message: string): Reply => ({
  status: 400,
  json: { errors: [{ errorId, message }] },
});

/** Why a group cannot be published: each of its items needs a value of each aspect that it varies by. */
function faultOf({ title, description, variantSKUs, variesBy }: EbayGroup, { items, offered }: Kept) {
  if (title === "" || description === "") return refused(25020, "Title and description are required");
  const lacking = variantSKUs.some((sku) => !items.has(sku) || !offered(sku));
  if (lacking) return refused(25725, "No offer found");
  const isSaid = variantSKUs.every((sku) =>
    variesBy.specifications.every(({ name, values }) => {
      const [value = ""] = items.get(sku)?.product?.aspects?.[name] ?? [];
      return values.includes(value);
    }),
  );
  return isSaid ? undefined : refused(25013, "Aspects of items and of their group differ");
}

/** Groups of items by eBay's OpenAPI of the Inventory API (1.17.4): what is put replaces all of one. */
export function ebayGroups(kept: Kept) {
  const groups = new Map<string, EbayGroup>();
  const put = (key: string, call: Call): Reply => {
    const group = bodyAs<EbayGroup>(call);
    if (group.variantSKUs.some((sku) => !kept.items.has(sku))) return refused(25702, "A SKU could not be found");
    const isNew = !groups.has(key);
    groups.set(key, group);
    return isNew ? { status: 201, json: {} } : { status: 204, text: "" };
  };
  const get = (key: string): Reply => {
    const group = groups.get(key);
    return group ? { json: group } : { status: 404, json: { errors: [{ errorId: 25705, message: "No such group" }] } };
  };
  const publish = (call: Call): Reply => {
    const group = groups.get(bodyAs<{ inventoryItemGroupKey: string }>(call).inventoryItemGroupKey);
    if (!group) return refused(25705, "No such group");
    const fault = faultOf(group, kept);
    for (const sku of fault ? [] : group.variantSKUs) kept.published.add(sku);
    return fault ?? { json: { listingId: "1" } };
  };
  const withdraw = (call: Call): Reply => {
    const group = groups.get(bodyAs<{ inventoryItemGroupKey: string }>(call).inventoryItemGroupKey);
    if (!group) return refused(25705, "No such group");
    for (const sku of group.variantSKUs) kept.published.delete(sku);
    return { status: 204, text: "" };
  };
  return (call: Call): Reply | undefined => {
    if (call.route === "POST /sell/inventory/v1/offer/withdraw_by_inventory_item_group") return withdraw(call);
    const [, method, key = ""] = /^(\w+) \/sell\/inventory\/v1\/inventory_item_group\/([^/]+)$/.exec(call.route) ?? [];
    if (method === "GET") return get(key);
    if (method === "PUT") return put(key, call);
    return call.route === "POST /sell/inventory/v1/offer/publish_by_inventory_item_group" ? publish(call) : undefined;
  };
}

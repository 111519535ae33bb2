import { type Api, PlatformError, type PushItem } from "../../engine/adapter.ts";
import { listOf, member, priceText, textOf } from "../../engine/platform-values.ts";
import type { PushVariant } from "../../engine/push-item.ts";
import { idOf } from "./names.ts";
import { call, document, node } from "./shop.ts";
import { setQuantity } from "./stock.ts";

/** A combination as a shop has it. */
interface There {
  id: string;
  sku: string;
}

/** The combinations of a product. */
export async function combinationsOf(api: Api, productId: string): Promise<There[]> {
  const found = await call(api, `combinations?filter[id_product]=[${productId}]&display=[id,reference]`);
  return listOf(member(found, "combinations")).map((each) => ({
    id: String(member(each, "id")),
    sku: textOf(member(each, "reference")) ?? "",
  }));
}

const list = (name: string, entry: string, ids: readonly string[]) =>
  `<${name}>${ids.map((id) => `<${entry}>${node("id", id)}</${entry}>`).join("")}</${name}>`;

/** A price as what it adds to the product's. */
const added = ({ priceCents }: PushVariant, item: PushItem) =>
  priceCents === null ? null : priceText(priceCents - (item.priceCents ?? 0));

async function xmlOf(api: Api, variant: PushVariant, { item, id, isFirst }: { item: PushItem; id: string | null; isFirst: boolean }) {
  const { sku, ean, weight, options, image } = variant;
  const values: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    values.push(await idOf(api, "value", value, await idOf(api, "option", name)));
  }
  const picture = image && item.parts.images[image.key];
  const associations = list("product_option_values", "product_option_value", values) + (picture ? list("images", "image", [picture]) : "");
  const own = `${node("reference", sku)}${node("ean13", ean)}${node("price", added(variant, item))}
    ${node("weight", weight === null ? null : weight - (item.weight ?? 0))}`;
  const made = id === null ? node("minimal_quantity", 1) + (isFirst ? node("default_on", 1) : "") : node("id", id);
  return document(
    `<combination>${made}${node("id_product", item.externalId)}${own}<associations>${associations}</associations></combination>`,
  );
}

/** Makes, changes and removes the combinations of a product, with their stock. `item.parts` knows its pictures. */
export async function sendCombinations(api: Api, item: PushItem) {
  const productId = item.externalId ?? "";
  const there = await combinationsOf(api, productId);
  const byId = new Map(there.map((each) => [each.id, each]));
  const bySku = new Map(there.map((each) => [each.sku.toLowerCase(), each]));
  const ids: Record<string, string> = {};
  const remarks: string[] = [];
  for (const [place, variant] of item.variants.entries()) {
    const { variantId, sku } = variant;
    const id = (byId.get(variant.externalId ?? "") ?? bySku.get(sku.toLowerCase()))?.id ?? null;
    try {
      const body = await xmlOf(api, variant, { item, id, isFirst: place === 0 && there.length === 0 });
      const path = id === null ? "combinations" : `combinations/${id}`;
      const answer = await call(api, path, { method: id === null ? "POST" : "PATCH", body });
      ids[variantId] = textOf(member(answer, "combination", "id")) ?? id ?? "";
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
      remarks.push(`The variant ${sku}: ${error.message}`);
    }
  }
  const taken = new Set(Object.values(ids));
  for (const id of Object.values(item.parts.variants)) {
    if (byId.has(id) && !taken.has(id)) await call(api, `combinations/${id}`, { method: "DELETE" });
  }
  await sendStocks(api, item, ids);
  return { ids, remarks };
}

/** The stock of the combinations of a product, each an object of its own. */
export async function sendStocks(api: Api, item: PushItem, ids: Readonly<Record<string, string>>): Promise<void> {
  const path = `stock_availables?filter[id_product]=[${item.externalId}]&display=[id,id_product_attribute,quantity]`;
  const stocks = listOf(member(await call(api, path), "stock_availables"));
  const byCombination = new Map(stocks.map((each) => [String(member(each, "id_product_attribute")), each]));
  for (const { variantId, stock } of item.variants) {
    const known = byCombination.get(ids[variantId] ?? "");
    if (known === undefined || Number(member(known, "quantity")) === stock) continue;
    await setQuantity(api, String(member(known, "id")), stock);
  }
}

/** The prices of combinations that are there, as what they add to the product's. */
export async function sendPrices(api: Api, item: PushItem): Promise<void> {
  for (const variant of item.variants) {
    const id = item.parts.variants[variant.variantId];
    const price = added(variant, item);
    if (id === undefined || price === null) continue;
    const inner = node("id", id) + node("price", price);
    await call(api, `combinations/${id}`, { method: "PATCH", body: document(`<combination>${inner}</combination>`) });
  }
}

import type { Api, PushItem } from "../../engine/adapter.ts";
import {
  eanAmong,
  fineCentsOf,
  listOf,
  member,
  numberOf,
  present,
  priceText,
  textOf,
} from "../../engine/platform-values.ts";
import type { PulledVariant } from "../../engine/pulled-product.ts";
import type { PushVariant } from "../../engine/push-item.ts";
import { refusalIn } from "../each.ts";
import { idOf } from "./presta-names.ts";
import { call, document, node } from "./presta-requests.ts";
import { setQuantity } from "./presta-stock.ts";

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

async function xmlOf(
  api: Api,
  variant: PushVariant,
  { item, id, isFirst }: { item: PushItem; id: string | null; isFirst: boolean },
) {
  const { sku, ean, weight, options, image } = variant;
  const values: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    values.push(await idOf(api, "value", value, await idOf(api, "option", name)));
  }
  const picture = image && item.parts.images[image.key];
  const associations =
    list("product_option_values", "product_option_value", values) + (picture ? list("images", "image", [picture]) : "");
  const own = `${node("reference", sku)}${node("ean13", ean)}${node("price", added(variant, item))}
    ${node("weight", weight === null ? null : weight - (item.weight ?? 0))}`;
  const made = id === null ? node("minimal_quantity", 1) + (isFirst ? node("default_on", 1) : "") : node("id", id);
  return document(
    `<combination>${made}${node("id_product", item.externalId)}${own}<associations>${associations}</associations></combination>`,
  );
}

/** Makes or changes a combination. Returns what it is called there. */
async function sendOne(
  api: Api,
  item: PushItem,
  variant: PushVariant,
  { id, isFirst }: { id: string | null; isFirst: boolean },
) {
  const body = await xmlOf(api, variant, { item, id, isFirst });
  const path = id === null ? "combinations" : `combinations/${id}`;
  const answer = await call(api, path, { method: id === null ? "POST" : "PATCH", body });
  return textOf(member(answer, "combination", "id")) ?? id ?? "";
}

/** Makes, changes and removes the combinations of a product, with their stock. `item.parts` knows its pictures. */
export async function sendCombinations(api: Api, item: PushItem) {
  const there = await combinationsOf(api, item.externalId ?? "");
  const byId = new Map(there.map((each) => [each.id, each]));
  const bySku = new Map(there.map((each) => [each.sku.toLowerCase(), each]));
  const ids: Record<string, string> = {};
  const remarks: string[] = [];
  for (const [place, variant] of item.variants.entries()) {
    const { variantId, sku, externalId } = variant;
    const id = (byId.get(externalId ?? "") ?? bySku.get(sku.toLowerCase()))?.id ?? null;
    try {
      ids[variantId] = await sendOne(api, item, variant, { id, isFirst: place === 0 && there.length === 0 });
    } catch (error) {
      remarks.push(`The variant ${sku}: ${refusalIn(error)}`);
    }
  }
  const taken = new Set(Object.values(ids));
  const gone = Object.values(item.parts.variants).filter((id) => byId.has(id) && !taken.has(id));
  for (const id of gone) await call(api, `combinations/${id}`, { method: "DELETE" });
  // Those that were there keep their stock: content never changes one.
  const made = item.variants.filter(({ externalId }) => externalId === null);
  if (made.length > 0 && item.isStockOfShop !== true) await sendStocks(api, { ...item, variants: made }, ids);
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

/** What a product costs, without tax. One that is not for sale costs 0 there, which is no price. */
export const priceIn = (product: unknown): number | undefined =>
  Number(member(product, "available_for_order") ?? 1) === 0 && Number(member(product, "price")) === 0
    ? undefined
    : fineCentsOf(member(product, "price"));

/** The combinations of some products as variants, with their stock; those that have none are left out. */
export async function variantsOf(api: Api, products: readonly unknown[]): Promise<Map<string, PulledVariant[]>> {
  const varied = products.filter((product) => listOf(member(product, "associations", "combinations")).length > 0);
  if (varied.length === 0) return new Map();
  const prices = new Map(varied.map((each) => [String(member(each, "id")), priceIn(each)]));
  const which = encodeURIComponent([...prices.keys()].join("|"));
  const path = `combinations?filter[id_product]=[${which}]&display=[id,id_product,reference,ean13,price]`;
  const found = listOf(member(await call(api, path), "combinations"));
  const stocked = await call(
    api,
    `stock_availables?filter[id_product]=[${which}]&display=[id_product_attribute,quantity]`,
  );
  const stocks = new Map(
    listOf(member(stocked, "stock_availables")).map((each) => [
      String(member(each, "id_product_attribute")),
      numberOf(member(each, "quantity")),
    ]),
  );
  return Map.groupBy(found, (each) => String(member(each, "id_product")))
    .entries()
    .reduce((all, [productId, some]) => {
      const base = prices.get(productId);
      const read = some.map((each): PulledVariant => {
        const externalId = String(member(each, "id"));
        const more = numberOf(member(each, "price")) ?? 0;
        return {
          externalId,
          sku: textOf(member(each, "reference")) ?? null,
          ean: eanAmong(member(each, "ean13")),
          options: {},
          ...present({
            priceCents: base === undefined ? undefined : base + Math.round(more * 1_000_000) / 10_000,
            stock: stocks.get(externalId),
          }),
        };
      });
      return all.set(productId, read);
    }, new Map<string, PulledVariant[]>());
}

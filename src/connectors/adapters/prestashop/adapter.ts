import type { Adapter, Api, PushItem, PushOutcome } from "../../engine/adapter.ts";
import { listOf, member, numberOf, priceText, textOf } from "../../engine/platform-values.ts";
import { matched, pushEach, sentAs } from "../each.ts";
import { check } from "./check.ts";
import { type ShopTexts, shopTexts, textNode } from "./languages.ts";
import { pull } from "./pull.ts";
import { call, document, node } from "./shop.ts";
import { setStock, stockIdIn } from "./stock.ts";
import { addressFor, nameFor } from "./texts.ts";

const HOME_CATEGORY = 2;

const TEXTS = ["name", "description"];

async function productXml(api: Api, item: PushItem, there: ShopTexts | undefined): Promise<string> {
  const { externalId, sku, ean, priceCents, weight, title, description } = item;
  const isNew = externalId === null;
  const price = priceCents === null ? null : priceText(priceCents);
  const own = `${node("reference", sku)}${node("ean13", ean)}${node("price", isNew ? (price ?? "0") : price)}
    ${node("weight", weight)}`;
  const texts = [
    await textNode(api, { name: "name", text: nameFor(title), there }),
    await textNode(api, { name: "description", text: description, there }),
  ];
  const made = isNew ? [await textNode(api, { name: "link_rewrite", text: addressFor(title, sku), there }), NEW] : [];
  return document(`<product>${node("id", externalId)}${own}${[...texts, ...made].join("")}</product>`);
}

/** What only a new product is given: a PATCH leaves the rest as it is. */
const NEW = `${node("active", 1)}${node("state", 1)}${node("available_for_order", 1)}${node("show_price", 1)}
  ${node("id_category_default", HOME_CATEGORY)}
  <associations><categories><category>${node("id", HOME_CATEGORY)}</category></categories></associations>`;

async function pushProduct(api: Api, item: PushItem, there: ShopTexts | undefined): Promise<PushOutcome> {
  const { productId, externalId } = item;
  const path = externalId === null ? "products" : `products/${externalId}`;
  const body = await productXml(api, item, there);
  const answer = await call(api, path, { method: externalId === null ? "POST" : "PATCH", body });
  const product = member(answer, "product");
  const id = textOf(member(product, "id")) ?? externalId ?? undefined;
  if (id === undefined) return { productId, error: "PrestaShop told no id" };
  const externalItemId = stockIdIn(product) ?? item.externalItemId;
  return { productId, externalId: id, externalItemId: await setStock(api, id, { ...item, externalItemId }) };
}

async function pushPrice(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId === null || item.priceCents === null) return sentAs(item);
  const body = document(
    `<product>${node("id", item.externalId)}${node("price", priceText(item.priceCents))}</product>`,
  );
  await call(api, `products/${item.externalId}`, { method: "PATCH", body });
  return sentAs(item);
}

async function pushStock(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId === null) return sentAs(item);
  return sentAs({ ...item, externalItemId: await setStock(api, item.externalId, item) });
}

/** Products that have one of these codes. */
async function search(api: Api, field: "reference" | "ean13", codes: readonly string[]) {
  const wanted = encodeURIComponent(codes.join("|"));
  const display = "[id,reference,ean13,cache_default_attribute]";
  const found = await call(api, `products?filter[${field}]=[${wanted}]&display=${display}`);
  return listOf(member(found, "products")).map((each) => {
    const hasVariants = (numberOf(member(each, "cache_default_attribute")) ?? 0) > 0;
    return {
      externalId: String(member(each, "id")),
      sku: textOf(member(each, "reference")),
      ean: textOf(member(each, "ean13")),
      ...(hasVariants && { unfit: "it has combinations" }),
    };
  });
}

export const prestashop: Adapter = {
  sameSku: "doubled",
  test: check,
  push: async (api, kind, items) => {
    const known = kind === "products" ? items.flatMap(({ externalId }) => externalId ?? []) : [];
    const there = await shopTexts(api, known, TEXTS);
    return pushEach(items, (item) => {
      if (kind === "products") return pushProduct(api, item, there.get(item.externalId ?? ""));
      return kind === "stock" ? pushStock(api, item) : pushPrice(api, item);
    });
  },
  find: async (api, items) => {
    const bySku = await search(
      api,
      "reference",
      items.map(({ sku }) => sku),
    );
    const eans = items.flatMap(({ ean }) => ean ?? []);
    const byEan = eans.length === 0 ? [] : await search(api, "ean13", eans);
    return matched(items, [...bySku, ...byEan]);
  },
  pull,
};

import type { Adapter, Api, PushItem, PushOutcome } from "../../engine/adapter.ts";
import { isSent, type Source } from "../../engine/fields.ts";
import { finePrice, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushTexts } from "../../engine/push-item.ts";
import { levelsBy, pushEach, refusalIn, sentAs } from "../each.ts";
import { combinationsOf, sendCombinations, sendPrices, sendStocks } from "./combinations.ts";
import { sendPictures } from "./pictures.ts";
import { check } from "./presta-check.ts";
import { dry } from "./presta-dry.ts";
import { find, isVaried } from "./presta-find.ts";
import { languagesOf, type ShopTexts, shopTexts, textNode } from "./presta-languages.ts";
import { categories, HOME_CATEGORY, idOf } from "./presta-names.ts";
import { prestashopOrders } from "./presta-orders.ts";
import { call, document, node } from "./presta-requests.ts";
import { setStock, stockIdIn, stocksOf } from "./presta-stock.ts";
import { addressFor, fittedRemarks, metaDescriptionFor, metaTitleFor, nameFor, shortFor } from "./presta-texts.ts";
import { pull, read } from "./pull.ts";

/** What only a new product is given: a PATCH leaves the rest as it is. */
const NEW = `${node("active", 1)}${node("state", 1)}`;

/** The shop wants a price of a new product: without one it is not for sale, until it has one. */
const saleNodes = (price: string | null) =>
  node("available_for_order", Number(price !== null)) + node("show_price", Number(price !== null));

/** The tax rule of a new product, as the connector names it. */
const taxNode = ({ taxClass }: PushItem) => (taxClass ? node("id_tax_rules_group", taxClass) : "");

/** The categories of a product: its own, those above it and the start page. */
const categoryXml = (ids: readonly string[]) =>
  `<categories>${[...ids, HOME_CATEGORY].map((id) => `<category>${node("id", id)}</category>`).join("")}</categories>`;

/** Texts of a shop that are read before they are sent: those in the languages that are not ours stay. */
const TEXTS = ["name", "description", "description_short", "meta_title", "meta_description", "link_rewrite"];

const FEATURE = "features.";

/** The features of a product, which the connector's own rules name. */
async function featuresXml(api: Api, { attributes }: PushItem): Promise<string> {
  const nodes: string[] = [];
  for (const { name, value } of attributes.filter((each) => each.name.startsWith(FEATURE))) {
    const id = await idOf(api, "feature", name.slice(FEATURE.length));
    const valueId = await idOf(api, "featureValue", value, id);
    nodes.push(`<product_feature>${node("id", id)}${node("id_feature_value", valueId)}</product_feature>`);
  }
  return nodes.length === 0 ? "" : `<product_features>${nodes.join("")}</product_features>`;
}

async function associationsXml(api: Api, item: PushItem): Promise<string> {
  const { externalId, categoryIds } = item;
  const hasCategory = categoryIds.length > 0 && isSent(item, "category");
  const categories = hasCategory || externalId === null ? categoryXml(hasCategory ? categoryIds : []) : "";
  const features = isSent(item, "attributes") ? await featuresXml(api, item) : "";
  const [first = HOME_CATEGORY] = hasCategory ? categoryIds : [];
  const main = categories === "" ? "" : node("id_category_default", first);
  return main + (categories + features === "" ? "" : `<associations>${categories}${features}</associations>`);
}

/** The texts of a product in the languages of the shop. */
async function textsXml(api: Api, item: PushItem, there: ShopTexts | undefined): Promise<string> {
  const { externalId, sku } = item;
  const node = (name: string, read: (texts: PushTexts) => string) => textNode(api, item, { name, read, there });
  const said = (source: Source, name: string, read: (texts: PushTexts) => string) =>
    isSent(item, source) && (read(item) !== "" || source === "description") ? node(name, read) : "";
  const isAddressed = externalId === null || (item.slug !== "" && isSent(item, "slug"));
  const nodes = [
    said("name", "name", ({ title }) => title && nameFor(title)),
    said("description", "description", ({ description }) => description),
    said("short_description", "description_short", ({ shortDescription }) => shortFor(shortDescription)),
    said("seo_title", "meta_title", ({ seoTitle }) => metaTitleFor(seoTitle)),
    said("seo_description", "meta_description", ({ seoDescription }) => metaDescriptionFor(seoDescription)),
    isAddressed ? node("link_rewrite", (texts) => addressOf(texts, sku)) : "",
  ];
  return (await Promise.all(nodes)).join("");
}

/** The part of its address: what is said of it here, else its name. */
const addressOf = ({ slug, title }: PushTexts, sku: string) =>
  slug === "" && title === "" ? "" : addressFor(slug === "" ? title : slug, sku);

/** The shop's id of a product's brand; or why it has none. */
async function makerOf(api: Api, item: PushItem): Promise<{ maker: string | null; remarks: string[] }> {
  if (item.brand === null || !isSent(item, "brand")) return { maker: null, remarks: [] };
  try {
    return { maker: await idOf(api, "manufacturer", nameFor(item.brand)), remarks: [] };
  } catch (error) {
    return { maker: null, remarks: [`The brand ${item.brand} was not sent: ${refusalIn(error)}`] };
  }
}

async function productXml(
  api: Api,
  item: PushItem,
  { there, maker }: { there: ShopTexts | undefined; maker: string | null },
): Promise<string> {
  const { externalId, sku, ean, priceCents, weight, length, width, height } = item;
  const isNew = externalId === null;
  const price = priceCents === null ? null : finePrice(priceCents);
  const nodes: readonly (readonly [Source, string])[] = [
    ["brand", node("id_manufacturer", maker)],
    ["reference", node("reference", sku)],
    ["ean", node("ean13", ean)],
    ["price", node("price", isNew ? (price ?? "0") : price) + (isNew || item.lackedPrice ? saleNodes(price) : "")],
    ["weight", node("weight", weight)],
    ["dimensions", node("width", width) + node("height", height) + node("depth", length)],
  ];
  const own = nodes.map(([source, xml]) => (isSent(item, source) ? xml : "")).join("");
  const made = isNew ? NEW + taxNode(item) + (isVaried(item) ? node("product_type", "combinations") : "") : "";
  const texts = await textsXml(api, item, there);
  return document(
    `<product>${node("id", externalId)}${own}${texts}${made}${await associationsXml(api, item)}</product>`,
  );
}

const REFUSED_SHAPE = {
  simple: "The shop has it as a product without combinations: delete it there, and it is made again with them",
  varied: "The shop has it with combinations, and it has no variants here: delete it there, and it is made again",
};

/** Why a product that is one there and several here, or the other way round, is not sent. */
async function wrongShape(api: Api, item: PushItem): Promise<string | undefined> {
  const { externalId, parts, variants } = item;
  const wasVaried = Object.keys(parts.variants).length > 0;
  if (externalId === null || !isSent(item, "variants") || wasVaried === variants.length > 0) return undefined;
  const isVariedThere = (await combinationsOf(api, externalId)).length > 0;
  if (isVariedThere === variants.length > 0) return undefined;
  return isVariedThere ? REFUSED_SHAPE.varied : REFUSED_SHAPE.simple;
}

/** What belongs to a product that is stored: its pictures, its combinations with their stock, or its own stock. */
async function pushParts(
  api: Api,
  item: PushItem & { externalId: string },
  { stockId, isNew, remarks: known }: { stockId: string | null; isNew: boolean; remarks: readonly string[] },
): Promise<PushOutcome> {
  const { productId, externalId } = item;
  const pictures = await sendPictures(api, externalId, item, isNew);
  const placed = { ...item, parts: { ...item.parts, images: pictures.ids } };
  const combined = isVaried(item) ? await sendCombinations(api, placed) : { ids: {}, remarks: [] };
  const isStocked = !isVaried(item) && isSent(item, "stock") && isNew && item.isStockOfShop !== true;
  const lacking = combined.remarks.length > 0 ? "variants" : "images";
  const remarks = [...known, ...fittedRemarks(item), ...pictures.remarks, ...combined.remarks];
  return {
    productId,
    externalId,
    externalItemId: isStocked ? await setStock(api, externalId, { ...item, externalItemId: stockId }) : stockId,
    parts: { variants: combined.ids, images: pictures.ids },
    ...(remarks.length > 0 && { remarks }),
    ...(combined.remarks.length + pictures.remarks.length > 0 && { lacks: lacking }),
  };
}

async function pushProduct(api: Api, item: PushItem, there: ShopTexts | undefined): Promise<PushOutcome> {
  const { productId, externalId } = item;
  const wrong = await wrongShape(api, item);
  if (wrong !== undefined) return { productId, error: wrong };
  const path = externalId === null ? "products" : `products/${externalId}`;
  const { maker, remarks } = await makerOf(api, item);
  const body = await productXml(api, item, { there, maker });
  const answer = await call(api, path, { method: externalId === null ? "POST" : "PATCH", body });
  const product = member(answer, "product");
  const id = textOf(member(product, "id")) ?? externalId ?? undefined;
  if (id === undefined) return { productId, error: "PrestaShop gave no id" };
  const stockId = stockIdIn(product) ?? item.externalItemId;
  return pushParts(api, { ...item, externalId: id }, { stockId, isNew: externalId === null, remarks });
}

async function pushPrice(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId === null || item.priceCents === null) return sentAs(item);
  const body = document(
    `<product>${node("id", item.externalId)}${node("price", finePrice(item.priceCents))}</product>`,
  );
  await call(api, `products/${item.externalId}`, { method: "PATCH", body });
  await sendPrices(api, item);
  return sentAs(item);
}

async function pushStock(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId === null) return sentAs(item);
  if (isVaried(item)) {
    await sendStocks(api, item, item.parts.variants);
    return sentAs(item);
  }
  return sentAs({ ...item, externalItemId: await setStock(api, item.externalId, item) });
}

/** Takes a product from sale, or lets it be sold again. */
async function showOne(api: Api, item: PushItem, isShown: boolean): Promise<PushOutcome> {
  const body = document(`<product>${node("id", item.externalId)}${node("active", Number(isShown))}</product>`);
  await call(api, `products/${item.externalId}`, { method: "PATCH", body });
  return sentAs(item);
}

export const prestashop: Adapter = {
  sameSku: "doubled",
  test: check,
  show: (api, items, isShown) => pushEach(items, (item) => showOne(api, item, isShown)),
  languages: async (api) => (await languagesOf(api)).flatMap(({ code }) => code ?? []),
  categories,
  push: async (api, kind, items) => {
    const known = kind === "products" ? items.flatMap(({ externalId }) => externalId ?? []) : [];
    const there = await shopTexts(api, known, TEXTS);
    return pushEach(items, (item) => {
      if (kind === "products") return pushProduct(api, item, there.get(item.externalId ?? ""));
      return kind === "stock" ? pushStock(api, item) : pushPrice(api, item);
    });
  },
  find,
  levels: async (api, items) => {
    const ids = items.flatMap(({ externalId }) => externalId ?? []);
    return levelsBy(items, [...(await stocksOf(api, ids))], (each) => ({
      externalId: String(member(each, 0)),
      level: numberOf(member(each, 1, "quantity")),
    }));
  },
  orders: prestashopOrders,
  pull,
  read,
  dry,
};

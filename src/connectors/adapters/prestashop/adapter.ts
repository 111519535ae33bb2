import type { Adapter, Api, PushItem, PushOutcome } from "../../engine/adapter.ts";
import { listOf, member, numberOf, priceText, textOf } from "../../engine/platform-values.ts";
import { type Source, isSent } from "../../engine/fields.ts";
import type { PushTexts } from "../../engine/push-item.ts";
import { matched, pushEach, sentAs } from "../each.ts";
import { combinationsOf, sendCombinations, sendPrices, sendStocks } from "./combinations.ts";
import { categories, HOME_CATEGORY, idOf, languagesOf, spokenOf, textsNode } from "./names.ts";
import { sendPictures } from "./pictures.ts";
import { pull } from "./pull.ts";
import { call, document, node } from "./shop.ts";
import { setStock, stockIdIn } from "./stock.ts";
import { addressFor, fittedRemarks, metaDescriptionFor, metaTitleFor, nameFor, shortFor } from "./texts.ts";

const isVaried = (item: PushItem) => item.variants.length > 0 && isSent(item, "variants");

/** What only a new product is given: a PATCH leaves the rest as it is. */
const NEW = `${node("active", 1)}${node("state", 1)}${node("available_for_order", 1)}${node("show_price", 1)}`;

/** The categories of a product: its own, those above it and the start page. */
const categoryXml = (ids: readonly string[]) =>
  `<categories>${[...ids, HOME_CATEGORY].map((id) => `<category>${node("id", id)}</category>`).join("")}</categories>`;

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
async function textsXml(api: Api, item: PushItem): Promise<string> {
  const { externalId, sku } = item;
  const spoken = await spokenOf(api, item);
  const said = (source: Source, name: string, read: (texts: PushTexts) => string) =>
    isSent(item, source) && (read(item) !== "" || source === "description") ? textsNode(item, spoken, name, read) : "";
  const isAddressed = externalId === null || (item.slug !== "" && isSent(item, "slug"));
  return [
    said("name", "name", ({ title }) => nameFor(title)),
    said("description", "description", ({ description }) => description),
    said("short_description", "description_short", ({ shortDescription }) => shortFor(shortDescription)),
    said("seo_title", "meta_title", ({ seoTitle }) => metaTitleFor(seoTitle)),
    said("seo_description", "meta_description", ({ seoDescription }) => metaDescriptionFor(seoDescription)),
    isAddressed
      ? textsNode(item, spoken, "link_rewrite", ({ slug, title }) => addressFor(slug === "" ? title : slug, sku))
      : "",
  ].join("");
}

async function productXml(api: Api, item: PushItem): Promise<string> {
  const { externalId, sku, ean, priceCents, weight, brand, length, width, height } = item;
  const isNew = externalId === null;
  const price = priceCents === null ? null : priceText(priceCents);
  const manufacturer = brand !== null && isSent(item, "brand") ? await idOf(api, "manufacturer", nameFor(brand)) : null;
  const own = [
    node("id_manufacturer", manufacturer),
    isSent(item, "reference") ? node("reference", sku) : "",
    isSent(item, "ean") ? node("ean13", ean) : "",
    isSent(item, "price") ? node("price", isNew ? (price ?? "0") : price) : "",
    isSent(item, "weight") ? node("weight", weight) : "",
    isSent(item, "dimensions") ? node("width", width) + node("height", height) + node("depth", length) : "",
    isNew && isVaried(item) ? node("product_type", "combinations") : "",
  ].join("");
  const texts = await textsXml(api, item);
  return document(
    `<product>${node("id", externalId)}${own}${texts}${isNew ? NEW : ""}${await associationsXml(api, item)}</product>`,
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

async function pushProduct(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, externalId } = item;
  const wrong = await wrongShape(api, item);
  if (wrong !== undefined) return { productId, error: wrong };
  const path = externalId === null ? "products" : `products/${externalId}`;
  const body = await productXml(api, item);
  const answer = await call(api, path, { method: externalId === null ? "POST" : "PATCH", body });
  const product = member(answer, "product");
  const id = textOf(member(product, "id")) ?? externalId ?? undefined;
  if (id === undefined) return { productId, error: "PrestaShop told no id" };
  const pictures = await sendPictures(api, id, item);
  const placed = { ...item, externalId: id, parts: { ...item.parts, images: pictures.ids } };
  const combined = isVaried(item) ? await sendCombinations(api, placed) : undefined;
  const known = stockIdIn(product) ?? item.externalItemId;
  const isStocked = !combined && isSent(item, "stock");
  const remarks = [...fittedRemarks(item), ...pictures.remarks, ...(combined?.remarks ?? [])];
  return {
    productId,
    externalId: id,
    externalItemId: isStocked ? await setStock(api, id, { ...item, externalItemId: known }) : (known ?? null),
    parts: { variants: combined?.ids ?? {}, images: pictures.ids },
    ...(remarks.length > 0 && { remarks }),
    lacks: combined && combined.remarks.length > 0 ? "variants" : pictures.remarks.length > 0 ? "images" : undefined,
  };
}

async function pushPrice(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId === null || item.priceCents === null) return sentAs(item);
  const body = document(
    `<product>${node("id", item.externalId)}${node("price", priceText(item.priceCents))}</product>`,
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
      hasVariants,
    };
  });
}

export const prestashop: Adapter = {
  sameSku: "doubled",
  test: async (api) => {
    await call(api, "products?limit=1");
  },
  languages: async (api) => [...(await languagesOf(api)).keys()],
  categories,
  push: (api, kind, items) =>
    pushEach(items, (item) => {
      if (kind === "products") return pushProduct(api, item);
      return kind === "stock" ? pushStock(api, item) : pushPrice(api, item);
    }),
  find: async (api, items) => {
    const bySku = await search(
      api,
      "reference",
      items.map(({ sku }) => sku),
    );
    const eans = items.flatMap(({ ean }) => ean ?? []);
    const byEan = eans.length === 0 ? [] : await search(api, "ean13", eans);
    const there = [...bySku, ...byEan];
    const varied = new Set(there.filter(({ hasVariants }) => hasVariants).map(({ externalId }) => externalId));
    const byId = new Map(items.map((item) => [item.productId, item]));
    const found = matched(
      items,
      there.map(({ hasVariants: _, ...each }) => each),
    );
    return found.map((each) => {
      const item = byId.get(each.productId);
      if (item && isVaried(item) === varied.has(each.externalId)) return each;
      return { ...each, unfit: varied.has(each.externalId) ? "it has combinations" : "it has no combinations" };
    });
  },
  pull,
};

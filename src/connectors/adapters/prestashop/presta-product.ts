import { isSent, type Source } from "../../engine/fields.ts";
import { finePrice } from "../../engine/platform-values.ts";
import { isEmptied } from "../../engine/push/emptied.ts";
import type { PushItem, PushTexts } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalIn } from "../each.ts";
import { type ShopTexts, textNode } from "./presta-languages.ts";
import { HOME_CATEGORY, idOf } from "./presta-names.ts";
import { ownPrice } from "./presta-reductions.ts";
import { node } from "./presta-requests.ts";
import { addressFor } from "./presta-texts.ts";

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
export const TEXTS = ["name", "description", "description_short", "meta_title", "meta_description", "link_rewrite"];

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

/** All tags of a product; none empties them. */
const tagsXml = (ids: readonly string[] | null) =>
  ids === null ? "" : `<tags>${ids.map((id) => `<tag>${node("id", id)}</tag>`).join("")}</tags>`;

async function associationsXml(api: Api, item: PushItem, tagIds: readonly string[] | null): Promise<string> {
  const { externalId, categoryIds } = item;
  const hasCategory = categoryIds.length > 0 && isSent(item, "category");
  const categories = hasCategory || externalId === null ? categoryXml(hasCategory ? categoryIds : []) : "";
  const features = isSent(item, "attributes") ? await featuresXml(api, item) : "";
  const [first = HOME_CATEGORY] = hasCategory ? categoryIds : [];
  const main = categories === "" ? "" : node("id_category_default", first);
  const all = categories + features + tagsXml(tagIds);
  return main + (all === "" ? "" : `<associations>${all}</associations>`);
}

/** The texts of a product in the languages of the shop. */
async function textsXml(api: Api, item: PushItem, there: ShopTexts | undefined): Promise<string> {
  const { externalId, sku } = item;
  const node = (name: string, read: (texts: PushTexts) => string) => textNode(api, item, { name, read, there });
  const said = (source: Source, name: string, read: (texts: PushTexts) => string) =>
    isSent(item, source) && (read(item) !== "" || source === "description" || isEmptied(item, source))
      ? node(name, read)
      : "";
  const isAddressed = externalId === null || (item.slug !== "" && isSent(item, "slug"));
  const nodes = [
    said("name", "name", ({ title }) => title),
    said("description", "description", ({ description }) => description),
    said("short_description", "description_short", ({ shortDescription }) => shortDescription),
    said("seo_title", "meta_title", ({ seoTitle }) => seoTitle),
    said("seo_description", "meta_description", ({ seoDescription }) => seoDescription),
    isAddressed ? node("link_rewrite", (texts) => addressOf(texts, sku)) : "",
  ];
  return (await Promise.all(nodes)).join("");
}

/** The part of its address: what is said of it here, else its name. */
const addressOf = ({ slug, title }: PushTexts, sku: string) =>
  slug === "" && title === "" ? "" : addressFor(slug === "" ? title : slug, sku);

/** The shop's id of a product's brand; or why it has none. */
export async function makerOf(api: Api, item: PushItem): Promise<{ maker: string | null; remarks: string[] }> {
  if (item.brand === null || !isSent(item, "brand")) return { maker: null, remarks: [] };
  try {
    return { maker: await idOf(api, "manufacturer", item.brand), remarks: [] };
  } catch (error) {
    return { maker: null, remarks: [`The brand ${item.brand} was not sent: ${refusalIn(error)}`] };
  }
}

/** What a product is sent with: its texts and the ids that its brand and its tags have there. */
interface Referred {
  there: ShopTexts | undefined;
  maker: string | null;
  tagIds: readonly string[] | null;
  isReducing: boolean;
}

/** A product as an element of a document. */
export async function productXml(
  api: Api,
  item: PushItem,
  { there, maker, tagIds, isReducing }: Referred,
): Promise<string> {
  const { externalId, sku, ean, weight, length, width, height } = item;
  const isNew = externalId === null;
  const priceCents = ownPrice(item, isReducing);
  const price = priceCents === null ? null : finePrice(priceCents);
  const none = (source: Source, value: number | "" = 0) => (isEmptied(item, source) ? value : null);
  const sized = (size: number | null) => size ?? none("dimensions");
  const nodes: readonly (readonly [Source, string])[] = [
    ["brand", node("id_manufacturer", maker ?? none("brand"))],
    ["reference", node("reference", sku)],
    ["ean", node("ean13", ean ?? none("ean", ""))],
    ["price", node("price", isNew ? (price ?? "0") : price) + (isNew || item.lackedPrice ? saleNodes(price) : "")],
    ["weight", node("weight", weight ?? none("weight"))],
    ["dimensions", node("width", sized(width)) + node("height", sized(height)) + node("depth", sized(length))],
  ];
  const own = nodes.map(([source, xml]) => (isSent(item, source) ? xml : "")).join("");
  const made = isNew ? NEW + taxNode(item) + node("product_type", isVaried(item) ? "combinations" : "standard") : "";
  const texts = await textsXml(api, item, there);
  return `<product>${node("id", externalId)}${own}${texts}${made}${await associationsXml(api, item, tagIds)}</product>`;
}

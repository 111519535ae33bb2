import type { Call } from "./platforms/platform.ts";
import type { Reply } from "./shops.ts";

const names = (text: string) => text.trim().split(/\s+/);
/** What is written of each document, as Salesforce's package `commerce-sdk` 6.6.0 names it; what it calls read only is not. */
const PRODUCT =
  names(`id owningCatalogId name longDescription shortDescription pageTitle pageDescription pageKeywords brand
  ean upc onlineFlag searchable manufacturerName manufacturerSku unit taxClassId validFrom validTo`);
const ATTRIBUTE = names("id attributeDefinitionId name values shared slicing defaultValue");
const VALUE = names("value name description position");
const VARIATION = names("productId variationValues");
const CATEGORY = names("id name description parentCategoryId position online pageTitle pageDescription");
const ASSIGNMENT = names("catalogId categoryId productId position");

/** Members that the texts of each locale are in: a change of one leaves the others. */
const LOCALIZED = names("name longDescription shortDescription pageTitle pageDescription onlineFlag");

interface Attribute {
  id: string;
  values: { value: string }[];
}

export interface SiteProduct {
  id: string;
  name: Record<string, string>;
  onlineFlag?: { default: boolean };
  ean?: string;
  variationAttributes: Attribute[];
  variants: { productId: string; variationValues: Record<string, string> }[];
  variationValues?: Record<string, string>;
  taxClassId?: string;
}

const NOWHERE: Reply = { status: 404, json: { title: "Not Found" } };
const refused = (title: string): Reply => ({ status: 400, json: { title } });
const DONE: Reply = { status: 204, text: "" };

/** A site whose products have the attributes `size` and `color`, and its catalog with their categories. */
export function salesforceSite() {
  const products = new Map<string, SiteProduct>();
  /** By the id. */
  const categories = new Map<string, { id: string; name: Record<string, string>; parentCategoryId?: string }>();
  categories.set("root", { id: "root", name: { default: "main" } });
  /** The ids of the categories that products are in. */
  const placed = new Map<string, Set<string>>();
  const levels = new Map<string, number>();
  const typeOf = ({ variants, variationValues }: SiteProduct) => ({
    master: variants.length > 0,
    ...(variationValues && { variant: true }),
  });
  const shown = (product: SiteProduct) => ({
    ...product,
    ...{ type: typeOf(product), ats: levels.get(product.id) },
    assignedCategories: [...(placed.get(product.id) ?? [])].map((categoryId) => ({ catalogId: "main", categoryId })),
  });
  const unknownIn = (known: readonly string[], body: object): Reply | undefined => {
    const unknown = Object.keys(body).find((name) => !known.includes(name) && !name.startsWith("c_"));
    return unknown === undefined ? undefined : refused(`unknown or read only: ${unknown}`);
  };

  const ofProduct = ({ method, body }: Call, id: string): Reply => {
    const known = products.get(id);
    if (method === "GET") return known ? { json: shown(known) } : NOWHERE;
    const fault = unknownIn(PRODUCT, Object(body));
    if (fault) return fault;
    if (method === "PATCH" && !known) return NOWHERE;
    const before = known ?? { id, name: { default: "" }, variationAttributes: [], variants: [] };
    const texts = LOCALIZED.filter((name) => name in Object(body)).map((name) => [
      name,
      { ...Object(Object(before)[name]), ...Object(body)[name] },
    ]);
    const product: SiteProduct = { ...before, ...Object(body), ...Object.fromEntries(texts), id };
    products.set(id, product);
    return { json: shown(product) };
  };

  const ofAttribute = (master: SiteProduct, { body }: Call, id: string, value?: string): Reply => {
    const fault = unknownIn(value === undefined ? ATTRIBUTE : VALUE, Object(body));
    if (fault) return fault;
    if (!["size", "color"].includes(id)) return refused(`no attribute definition ${id}`);
    const attribute = master.variationAttributes.find((each) => each.id === id);
    if (value === undefined) master.variationAttributes.push({ id, values: [] });
    else if (!attribute) return NOWHERE;
    else attribute.values.push({ value });
    return { json: {} };
  };

  const assign = (master: SiteProduct, { body }: Call, id: string): Reply => {
    const { variationValues } = Object(body);
    const isKnown = Object.entries(variationValues).every(([name, value]) =>
      master.variationAttributes.find((each) => each.id === name)?.values.some((each) => each.value === value),
    );
    if (!isKnown) return refused("a variation value is not known");
    master.variants = [...master.variants.filter((each) => each.productId !== id), { productId: id, variationValues }];
    const product = products.get(id) ?? { id, name: { default: "" }, variationAttributes: [], variants: [] };
    products.set(id, { ...product, variationValues });
    return { json: {} };
  };

  const ofVariation = (master: SiteProduct, call: Call, id: string): Reply => {
    if (call.method !== "DELETE") return unknownIn(VARIATION, Object(call.body)) ?? assign(master, call, id);
    master.variants = master.variants.filter((each) => each.productId !== id);
    const product = products.get(id);
    if (product) delete product.variationValues;
    return DONE;
  };

  const below = (master: SiteProduct, call: Call, parts: readonly string[]): Reply => {
    const [part, id = "", , value] = parts;
    return part === "variations" ? ofVariation(master, call, id) : ofAttribute(master, call, id, value);
  };

  const search = ({ body }: Call): Reply => {
    const wanted: string[] | undefined = Object(body).query?.termQuery?.values;
    const hits = [...products.values()].filter(({ id }) => wanted === undefined || wanted.includes(id)).map(shown);
    return { json: { hits, total: hits.length } };
  };

  const ofRecord = (sku: string, { method, body }: Call): Reply => {
    const level = levels.get(sku);
    if (method === "GET") return level === undefined ? NOWHERE : { json: { productId: sku, stockLevel: level } };
    if (method === "PATCH" && level === undefined) return NOWHERE;
    levels.set(sku, Object(body).allocation.amount);
    return { json: {} };
  };
  const ofCategory = ({ body }: Call, id: string): Reply => {
    const fault = unknownIn(CATEGORY, Object(body));
    if (!fault) categories.set(id, { ...categories.get(id), id, ...Object(body) });
    return fault ?? { json: {} };
  };
  /** A product in a category of the catalog. */
  const ofPlace = ({ method, body }: Call, id: string, product: string): Reply => {
    if (!categories.has(id)) return NOWHERE;
    const own = new Set(placed.get(product));
    if (method === "DELETE") own.delete(id);
    else own.add(id);
    placed.set(product, own);
    return unknownIn(ASSIGNMENT, Object(body)) ?? { json: {} };
  };
  const ofCatalog = (call: Call): Reply | undefined => {
    const [, path = ""] = /\/organizations\/[^/]+\/catalogs\/main\/(.+)$/.exec(call.route) ?? [];
    if (path === "category-search") return { json: { hits: [...categories.values()], total: categories.size } };
    const [kind, id = "", , product] = path.split("/").map(decodeURIComponent);
    if (kind !== "categories") return undefined;
    return product === undefined ? ofCategory(call, id) : ofPlace(call, id, product);
  };
  const ofPath = (call: Call, rest: string): Reply => {
    const [id = "", ...parts] = rest.split("/").map(decodeURIComponent);
    if (parts.length === 0) return ofProduct(call, id);
    const product = products.get(id);
    return product ? below(product, call, parts) : NOWHERE;
  };
  const ofSite = (call: Call): Reply => {
    const [, sku] = /inventory-lists\/list\/product-inventory-records\/([^/]+)$/.exec(call.route) ?? [];
    if (sku !== undefined) return ofRecord(sku, call);
    const [, rest] = /\/organizations\/[^/]+\/products\/(.+)$/.exec(call.route) ?? [];
    return ofCatalog(call) ?? (rest === undefined ? NOWHERE : ofPath(call, rest));
  };
  const reply = (call: Call): Reply => {
    if (call.route.includes("oauth2")) return { json: { access_token: "t", expires_in: 1_800 } };
    if (call.route.endsWith("/product-search")) return search(call);
    if (call.route.endsWith("/catalogs")) return { json: { data: [{ id: "main", assignedSites: [] }] } };
    return ofSite(call);
  };
  return { products, categories, placed, levels, reply };
}

import { bodyAs, type Call } from "./platforms/platform.ts";
import type { Reply } from "./shops.ts";

const names = (text: string) => text.trim().split(/\s+/);

/**
 * What a product may name, as github.com/WiziShop/api-v3-js-sdk had it on 2020-02-27 (3538a20, `product-create.form.ts`); `type` is of
 * public programs that make products.
 */
const PRODUCT = names(`category_id other_categories_id sku name description short_description brand ean13 isbn supplier
  supplier_reference tags features tax weight quantity price_tax_excluded wholesale_price_tax_excluded reduction
  reduction_type reduction_from reduction_to images visible url attributes cross_selling_products_id meta customizations
  complete type`);
const ATTRIBUTE = ["name", "label", "options"];
const OPTION = names(
  "value sku ean13 weight quantity price_tax_excluded reduction reduction_type image active default",
);

interface Option {
  value: string;
  sku: string;
  quantity?: number;
  price_tax_excluded?: number;
}

/** A category as `category-create.form.ts` has it. */
const CATEGORY = names("id_parent name url menu_title visible");
interface WiziCategory {
  id: number;
  id_parent?: number;
  name: string;
}

export interface WiziProduct {
  id: number;
  sku: string;
  name: string;
  quantity?: number;
  category_id?: number;
  meta?: Record<string, string>;
  attributes: { name: string; label: string; options: Option[] }[];
}

const optionsOf = ({ attributes }: WiziProduct) => attributes.flatMap(({ options }) => options);
const refused = (message: string): Reply => ({ status: 422, json: { message } });
const NOWHERE: Reply = { status: 404, json: { message: "not found" } };
const otherThan = (known: readonly string[], value: object) =>
  Object.keys(value).filter((name) => !known.includes(name));

/** Why a shop does not take a product. */
function faultOf(product: Partial<WiziProduct>): string | undefined {
  const attributes = product.attributes ?? [];
  const options = attributes.flatMap((each) => each.options);
  const unknown = [
    ...otherThan(PRODUCT, product),
    ...attributes.flatMap((each) => otherThan(ATTRIBUTE, each)),
    ...options.flatMap((each) => otherThan(OPTION, each)),
  ];
  if (unknown.length > 0) return `unknown: ${unknown}`;
  const values = options.map(({ value }) => value);
  return new Set(values).size === values.length ? undefined : "two options have one value";
}

/** How the stock of a SKU is changed, as github.com/WiziShop/wizishop-php-sdk (fcea0f9, `updateSkuStock`) does it. */
interface StockChange {
  method?: keyof typeof AFTER;
  stock: number;
}
const AFTER = {
  replace: (_: number, stock: number) => stock,
  increase: (now: number, by: number) => now + by,
  decrease: (now: number, by: number) => now - by,
};

/** A shop that keeps products with their options, and the stock of each SKU. */
export function wizishopShop() {
  const products = new Map<string, WiziProduct>();
  const categories: WiziCategory[] = [];
  let next = 1;
  const stored = (product: WiziProduct): Reply => {
    products.set(String(product.id), product);
    return { json: product };
  };
  const put = (id: string | undefined, body: Partial<WiziProduct>): Reply => {
    const fault = faultOf(body);
    if (fault !== undefined) return refused(fault);
    const known = products.get(id ?? "");
    if (id !== undefined) return known ? stored({ ...known, ...body }) : NOWHERE;
    return stored({ sku: "", name: "", attributes: [], ...body, id: next++ });
  };
  const setStock = (sku: string, call: Call): Reply => {
    if (call.method !== "PATCH") return { status: 405, json: {} };
    const { method = "replace", stock } = bodyAs<StockChange>(call);
    const product = [...products.values()].find((each) => each.sku === sku && each.attributes.length === 0);
    const option = [...products.values()].flatMap(optionsOf).find((each) => each.sku === sku);
    const target = option ?? product;
    if (!target) return NOWHERE;
    target.quantity = AFTER[method](target.quantity ?? 0, stock);
    return { json: {} };
  };
  /** What a list says of a product: no price. */
  const listed = ({ query }: Call): Reply => {
    const sku = query.get("sku");
    const found = [...products.values()].filter((each) => sku === null || each.sku === sku);
    const results = found.map(({ id, sku: own, name, quantity = null }) => ({
      id,
      sku: own,
      label: name,
      stock: quantity,
    }));
    return results.length === 0 ? NOWHERE : { json: { results, page: 1, pages: 1, total: results.length } };
  };
  const shown = (id: string): Reply => {
    const product = products.get(id);
    return product ? { json: product } : NOWHERE;
  };
  /** Categories at the top, with those below them. */
  const treeOf = (parentId: number | undefined): object[] =>
    categories.filter((each) => each.id_parent === parentId).map((each) => ({ ...each, children: treeOf(each.id) }));
  const ofCategories = ({ method, body }: Call): Reply => {
    if (method === "GET") return { json: { page: 1, pages: 1, results: treeOf(undefined) } };
    const unknown = otherThan(CATEGORY, Object(body));
    if (unknown.length > 0) return refused(`unknown: ${unknown}`);
    const made: WiziCategory = { ...Object(body), id: next++ };
    categories.push(made);
    return { json: made };
  };
  const reply = (call: Call): Reply => {
    if (call.path.split("?")[0] === "/v3/shops/s1/categories") return ofCategories(call);
    const [, method, kind, id] = /^(\w+) \/v3\/shops\/s1\/(products|skus)(?:\/(.+))?$/.exec(call.route) ?? [];
    if (kind === "skus") return setStock(decodeURIComponent(id ?? ""), call);
    if (kind !== "products") return NOWHERE;
    if (method !== "GET") return put(id, Object(call.body));
    return id === undefined ? listed(call) : shown(id);
  };
  return { products, categories, reply };
}

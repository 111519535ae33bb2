import type { Call } from "./platforms/platform.ts";
import type { Reply } from "./shops.ts";
import { adjusted, inventoryOf } from "./squarespace-inventory.ts";

/*
 * A Squarespace site by the pages of its developers on products, attributes, variants and images (developers.squarespace.com,
 * commerce-apis, read on 2026-11-30). What a body may name is judged before it by `test/connectors/published/squarespace.ts`.
 */

const VARIANTS_MAX = 100;
const ATTRIBUTES_MAX = 6;

interface Variant {
  id: string;
  sku: string;
  attributes: Record<string, string>;
  pricing?: object;
  stock: { quantity: number; unlimited: boolean };
  image?: { id: string };
}

interface Image {
  id: string;
  altText: string;
  url: string;
}

export interface SiteProduct {
  id: string;
  type: string;
  name: string;
  variantAttributes: string[];
  variants: Variant[];
  images: Image[];
}

const refused = (message: string, status = 400): Reply => ({
  status,
  json: { type: "INVALID_REQUEST_ERROR", message },
});
const DONE: Reply = { status: 204, text: "" };
const NOWHERE = refused("not found", 404);

/** Why a product cannot be so. */
function faultOf({ variantAttributes, variants }: Pick<SiteProduct, "variantAttributes" | "variants">) {
  if (variantAttributes.length > ATTRIBUTES_MAX) return "six attributes at most";
  if (variants.length === 0 || variants.length > VARIANTS_MAX) return "one to a hundred variants";
  if (variants.length > 1 && variantAttributes.length === 0) return "attributes are required";
  const keys = (each: object) => Object.keys(each).toSorted().join();
  const wanted = variantAttributes.toSorted().join();
  if (variants.some(({ attributes }) => keys(attributes) !== wanted)) return "attributes and variants do not match";
  const values = variants.map(({ attributes }) => JSON.stringify(variantAttributes.map((name) => attributes[name])));
  return new Set(values).size === values.length ? undefined : "two variants have the same attributes";
}

/** A site that keeps products, variants and images, whose ids count from `first`. */
export function squarespaceSite({ first = 1 }: { first?: number } = {}) {
  const products = new Map<string, SiteProduct>();
  const ends: { next: "READY" | "ERROR" } = { next: "READY" };
  const statuses = new Map<string, string>();
  let next = first;
  const variantOf = (sent: Partial<Variant>): Variant => ({
    sku: "",
    attributes: {},
    stock: { quantity: 0, unlimited: false },
    ...sent,
    id: `v${next++}`,
  });
  const isTaken = (sku: string, id?: string) =>
    [...products.values()].some(({ variants }) => variants.some((each) => each.sku === sku && each.id !== id));

  const make = (body: Partial<SiteProduct>): Reply => {
    const variants = (body.variants ?? []).map(variantOf);
    if (variants.some(({ sku }) => isTaken(sku))) return { status: 409, json: { message: "SKU is taken" } };
    const id = `p${next++}`;
    const product = { type: "", name: "", variantAttributes: [], ...body, id, variants, images: [] };
    const fault = faultOf(product);
    if (fault !== undefined) return refused(fault);
    products.set(id, product);
    return { status: 201, json: product };
  };

  const change = (product: SiteProduct, body: Partial<SiteProduct>): Reply => {
    const changed = { ...product, ...body };
    const named = changed.variantAttributes;
    // Attributes that are new are empty until the variants say them.
    changed.variants = product.variants.map((each) => ({
      ...each,
      attributes: Object.fromEntries(named.map((name) => [name, each.attributes[name] ?? ""])),
    }));
    products.set(product.id, changed);
    return { json: changed };
  };

  const changeVariant = (product: SiteProduct, known: Variant | undefined, body: Partial<Variant>): Reply => {
    if (!known) return NOWHERE;
    return putVariant(product, { ...known, ...body }, known);
  };

  const putVariant = (product: SiteProduct, variant: Variant, known?: Variant): Reply => {
    if (isTaken(variant.sku, variant.id)) return { status: 409, json: { message: "SKU is taken" } };
    const variants = known
      ? product.variants.map((each) => (each === known ? variant : each))
      : [...product.variants, variant];
    const fault = faultOf({ ...product, variants });
    if (fault !== undefined) return refused(fault);
    product.variants = variants;
    return { status: known ? 200 : 201, json: variant };
  };

  const setVariant = (product: SiteProduct, id: string | undefined, body: Partial<Variant>): Reply => {
    if (id === undefined) return putVariant(product, variantOf(body));
    return changeVariant(
      product,
      product.variants.find((each) => each.id === id),
      body,
    );
  };

  const removeVariant = (product: SiteProduct, id: string): Reply => {
    if (product.variants.length === 1) return refused("a product has a variant", 405);
    product.variants = product.variants.filter((each) => each.id !== id);
    return DONE;
  };

  const upload = (product: SiteProduct, { text, headers }: Call): Reply => {
    const [, file] = /name="file"; filename="([\w-]+\.(?:png|jpe?g|gif))"/.exec(text) ?? [];
    if (file === undefined || !String(headers["content-type"]).startsWith("multipart/form-data"))
      return refused("no file");
    const id = `i${next++}`;
    statuses.set(id, ends.next);
    product.images.push({ id, altText: "", url: `https://static.example/${id}/${file}` });
    return { status: 202, json: { imageId: id } };
  };

  const order = (product: SiteProduct, id: string, after: string | null): Reply => {
    const image = product.images.find((each) => each.id === id);
    const others = product.images.filter((each) => each.id !== id);
    const place = after === null ? 0 : others.findIndex((each) => each.id === after) + 1;
    if (!image || (after !== null && place === 0)) return NOWHERE;
    product.images = others.toSpliced(place, 0, image);
    return DONE;
  };

  /** What is asked of the images of a product. */
  const images = (product: SiteProduct, call: Call, [id, verb]: readonly string[]): Reply => {
    if (id === undefined) return upload(product, call);
    const image = product.images.find((each) => each.id === id);
    if (!image) return NOWHERE;
    if (verb === "status") return { json: { status: statuses.get(id) } };
    if (verb === "order") return order(product, id, Object(call.body).afterImageId);
    if (call.method === "DELETE") {
      product.images = product.images.filter((each) => each !== image);
      return DONE;
    }
    Object.assign(image, call.body);
    return { json: product };
  };

  const variants = (product: SiteProduct, call: Call, [id, verb]: readonly string[]): Reply => {
    if (id !== undefined && call.method === "DELETE") return removeVariant(product, id);
    if (verb !== "image") return setVariant(product, id, Object(call.body));
    const variant = product.variants.find((each) => each.id === id);
    const { imageId } = Object(call.body);
    if (!variant || (imageId !== null && !product.images.some((each) => each.id === imageId))) return NOWHERE;
    delete variant.image;
    if (imageId !== null) variant.image = { id: imageId };
    return DONE;
  };

  const variantsIn = () => [...products.values()].flatMap((each) => each.variants);

  const listed = (id: string | undefined): Reply => {
    const found = id === undefined ? [...products.values()] : id.split(",").flatMap((each) => products.get(each) ?? []);
    return { json: { products: found, pagination: { hasNextPage: false } } };
  };

  const below = (product: SiteProduct | undefined, call: Call, [part, ...rest]: readonly string[]): Reply => {
    if (!product) return NOWHERE;
    if (part === "images") return images(product, call, rest);
    return part === "variants" ? variants(product, call, rest) : change(product, Object(call.body));
  };

  const ofProducts = (call: Call, path: string): Reply => {
    const [id, ...rest] = path.split("/").filter(Boolean);
    if (call.method === "GET" && rest.length === 0) return listed(id);
    const body = Object(call.body);
    return id === undefined ? make(body) : below(products.get(id), call, rest);
  };

  const reply = (call: Call): Reply => {
    const path = call.route.split(" ")[1] ?? "";
    if (path === "/1.0/commerce/store_pages") return { json: { storePages: [{ id: "page", isEnabled: true }] } };
    if (path === "/1.0/commerce/orders") return { json: { result: [], pagination: { hasNextPage: false } } };
    if (path === "/1.0/commerce/inventory/adjustments") return adjusted(variantsIn(), call);
    const [, stocked] = path.split("/1.0/commerce/inventory/");
    if (stocked !== undefined) return inventoryOf(variantsIn(), stocked.split(","));
    const [, rest] = path.split("/v2/commerce/products");
    return rest === undefined ? NOWHERE : ofProducts(call, rest);
  };
  return { products, ends, reply };
}

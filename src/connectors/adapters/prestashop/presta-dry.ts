import { isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What the webservice calls the one object that an address names in the plural. */
const OBJECTS: Readonly<Record<string, string>> = {
  products: "product",
  combinations: "combination",
  stock_availables: "stock_available",
  categories: "category",
  manufacturers: "manufacturer",
  product_options: "product_option",
  product_option_values: "product_option_value",
  tags: "tag",
  product_features: "product_feature",
  product_feature_values: "product_feature_value",
};

/** What an address of the webservice names: an object, and what is below it. */
function namedBy(url: string) {
  const { pathname, search } = new URL(url);
  const [resource = "", id, below] = (pathname.split("/api/")[1] ?? "").split("/");
  return { resource, id, below, isSeeming: isSeeming(pathname + search) };
}
type Named = ReturnType<typeof namedBy>;

/** Stored objects as they are answered, several as a list; a new product has its stock. */
function storedObjects({ resource, id }: Named, count: number, nextId: () => number) {
  const object = OBJECTS[resource];
  if (object === undefined) return {};
  if (id !== undefined) return { [object]: { id } };
  const made = Array.from({ length: count }, () => {
    const stocks = { associations: { stock_availables: [{ id: nextId(), id_product_attribute: "0" }] } };
    return { id: nextId(), ...(resource === "products" && stocks) };
  });
  return count === 1 ? { [object]: made[0] } : { [resource]: made };
}

/** How many objects of a kind a document has. */
const countIn = (body: ApiRequest["body"], { resource }: Named): number =>
  typeof body === "string" ? body.split(`</${OBJECTS[resource]}>`).length - 1 : 1;

/** What a shop answers of a request that changes something, as its adapter reads it. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  /** What the pictures are called that each product would have got. */
  const pictures = new Map<string, { id: number }[]>();
  const read = ({ resource, id, isSeeming: isNone }: Named) => {
    const images = resource === "products" ? pictures.get(id ?? "") : undefined;
    if (images) return { product: { id, associations: { images } } };
    return isNone ? {} : undefined;
  };
  return ({ method, url, body }: ApiRequest) => {
    const named = namedBy(url);
    if (method === "GET") return read(named);
    if (method === "DELETE") return {};
    if (named.resource !== "images") return storedObjects(named, countIn(body, named), nextId);
    const productId = named.below ?? "";
    pictures.set(productId, [...(pictures.get(productId) ?? []), { id: nextId() }]);
    return {};
  };
}

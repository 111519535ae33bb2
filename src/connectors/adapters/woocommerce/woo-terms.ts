import { nameKey } from "../../../text/name-key.ts";
import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import { isEmptied } from "../../engine/push/emptied.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { call, listAll, nameFor, nameIn } from "./woo-requests.ts";

type TermKind = "tags" | "brands" | "categories";
const NOT_FOUND = 404;
const REFUSED = 400;
const isRead = (status: number) => status < REFUSED || status === REFUSED;

/** Makes a term; one of this name that is there already is answered with its id. */
async function make(api: Api, kind: TermKind, fields: Record<string, unknown>): Promise<string> {
  const answer = await call(api, `/products/${kind}`, { method: "POST", json: fields }, isRead);
  const id = textOf(member(answer, "id")) ?? textOf(member(answer, "data", "resource_id"));
  if (id !== undefined) return id;
  const why = nameIn(member(answer, "message")) ?? `WooCommerce made no ${kind}`;
  throw new PlatformError("refused", why, { status: REFUSED });
}

/** The ids of the terms of a kind, by the key of their names; `null`: the shop has no such kind. */
const termsOf = (api: Api, kind: "tags" | "brands"): Promise<Map<string, string> | null> =>
  api.once(`woocommerce ${kind}`, async () => {
    try {
      const found = await listAll(api, `/products/${kind}?_fields=id,name`);
      return new Map(found.map((each) => [nameKey(nameIn(member(each, "name")) ?? ""), String(member(each, "id"))]));
    } catch (error) {
      // Brands came with version 9.6.
      if (error instanceof PlatformError && error.status === NOT_FOUND) return null;
      throw error;
    }
  });

async function idsOf(api: Api, kind: "tags" | "brands", names: readonly string[]): Promise<{ id: number }[] | null> {
  const known = await termsOf(api, kind);
  if (known === null) return null;
  const ids: { id: number }[] = [];
  for (const name of names) {
    const id = known.get(nameKey(name)) ?? (await make(api, kind, { name: nameFor(name) }));
    known.set(nameKey(name), id);
    ids.push({ id: Number(id) });
  }
  return ids;
}

/** The terms of a product, or why the shop will not make one of them: the others of its batch are sent all the same. */
export async function termsFor(api: Api, item: PushItem): Promise<Record<string, unknown> | PlatformError> {
  try {
    return await termIdsFor(api, item);
  } catch (error) {
    if (error instanceof PlatformError && error.reason === "refused" && !error.isUncertain) return error;
    throw error;
  }
}

/** The brand, tags and categories of a product. A shop without brands has them as an attribute. */
async function termIdsFor(api: Api, item: PushItem): Promise<Record<string, unknown>> {
  const { brand, tags, categoryIds } = item;
  const brands = brand !== null && isSent(item, "brand") ? await idsOf(api, "brands", [brand]) : null;
  const tagged = tags.length > 0 && isSent(item, "tags") ? await idsOf(api, "tags", tags) : null;
  const [category] = categoryIds;
  return {
    ...(brands && { brands }),
    // WooCommerce 11 passes over a list of no brand.
    ...(isEmptied(item, "brand") && isSent(item, "brand") && { brands: [{ id: 0 }] }),
    ...(tagged && { tags: tagged }),
    ...(isEmptied(item, "tags") && isSent(item, "tags") && { tags: [] }),
    ...(category !== undefined && isSent(item, "category") && { categories: [{ id: Number(category) }] }),
  };
}

export const categories: CategoryTree = {
  list: async (api) => {
    const found = await listAll(api, "/products/categories?_fields=id,name,parent");
    return found.map((each) => {
      const parent = textOf(member(each, "parent")) ?? "0";
      return {
        id: String(member(each, "id")),
        name: nameIn(member(each, "name")) ?? "",
        parentId: parent === "0" ? null : parent,
      };
    });
  },
  make: (api, { name, parentId }) =>
    make(api, "categories", { name: nameFor(name), ...(parentId && { parent: Number(parentId) }) }),
  change: async (api, { id, name, parentId }) => {
    const json = { name: nameFor(name), parent: Number(parentId ?? 0) };
    await call(api, `/products/categories/${id}`, { method: "PUT", json });
  },
};

const isNamed = (attribute: unknown, name: string) =>
  String(member(attribute, "name")).toLowerCase() === name.toLowerCase();

const ATTRIBUTE = "attributes.";
const META = "meta_data.";

/**
 * The attributes of a product: what its variants differ in, what the rules of the connector name, and its brand where the
 * shop has no brands; with those that are there and that we do not name, as what is sent replaces all of them.
 */
export function attributesFor(item: PushItem, there: readonly unknown[], hasBrands: boolean) {
  const { brand, options, attributes } = item;
  const varied = isSent(item, "variants") ? options : [];
  const named = attributes.filter(({ name }) => name.startsWith(ATTRIBUTE));
  const isBranded = brand !== null && !hasBrands && isSent(item, "brand");
  const own = [
    ...varied.map(({ name, values }) => ({ name, visible: true, variation: true, options: values })),
    ...named.map(({ name, value }) => ({ name: name.slice(ATTRIBUTE.length), visible: true, options: [value] })),
    ...(isBranded ? [{ name: "Brand", visible: true, options: [brand] }] : []),
  ];
  if (own.length === 0) return {};
  const others = there.filter((each) => !own.some(({ name }) => isNamed(each, name)));
  return { attributes: [...others, ...own] };
}

/** Fields of plugins: the names that Yoast SEO gives them, and those of the connector's rules. */
export function metaFor(item: PushItem) {
  const own = item.attributes.flatMap(({ name, value }) =>
    name.startsWith(META) ? [{ key: name.slice(META.length), value }] : [],
  );
  const seo = [
    ...((item.seoTitle !== "" || isEmptied(item, "seo_title")) && isSent(item, "seo_title")
      ? [{ key: "_yoast_wpseo_title", value: item.seoTitle }]
      : []),
    ...((item.seoDescription !== "" || isEmptied(item, "seo_description")) && isSent(item, "seo_description")
      ? [{ key: "_yoast_wpseo_metadesc", value: item.seoDescription }]
      : []),
  ];
  const all = [...seo.filter(({ key }) => !own.some((each) => each.key === key)), ...own];
  return all.length === 0 ? {} : { meta_data: all };
}

export const hasBrands = async (api: Api, items: readonly PushItem[]): Promise<boolean> =>
  items.some(({ brand }) => brand !== null) && (await termsOf(api, "brands")) !== null;

/** The types and attributes of products there. */
export async function shapesOf(api: Api, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { type: string; attributes: unknown[] }>();
  const path = `/products?per_page=100&include=${ids.join(",")}&_fields=id,type,attributes`;
  return new Map(
    listOf(await call(api, path)).map((each) => [
      String(member(each, "id")),
      { type: textOf(member(each, "type")) ?? "simple", attributes: listOf(member(each, "attributes")) },
    ]),
  );
}

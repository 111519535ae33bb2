import { nameKey } from "../../../text/name-key.ts";
import { isSent, sentFields } from "../../engine/fields.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { call, fieldOf, hashOf } from "./shopware-call.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : product, product-manufacturer, category, product-visibility
const LIMIT = 500;
/** A storefront, and what it shows: a product everywhere. */
const STOREFRONT = "8a243080f92e4c719546314b577cf82b";
const EVERYWHERE = 30;
const MILLIMETRES = 10;

const sizesOf = ({ length, width, height }: PushItem) => {
  const sizes = Object.entries({ length, width, height }).filter(([, size]) => size !== null);
  return sizes.length > 0 && Object.fromEntries(sizes.map(([name, size]) => [name, Number(size) * MILLIMETRES]));
};

/** What is said of a product beside its offer. Its brand is made with it, under an id that its name makes. */
export const contentOf = (item: PushItem, makers: ReadonlyMap<string, string>): Record<string, unknown> =>
  sentFields(item, {
    name: { name: item.title },
    description: { description: item.description },
    reference: { productNumber: item.sku },
    ean: item.ean !== null && { ean: item.ean },
    weight: item.weight !== null && { weight: item.weight },
    dimensions: sizesOf(item),
    brand: item.brand !== null && { manufacturer: makerOf(item.brand, makers) },
    category: item.categoryIds.length > 0 && { categories: [{ id: item.categoryIds[0] }] },
    seo_title: item.seoTitle !== "" && { metaTitle: item.seoTitle },
    seo_description: item.seoDescription !== "" && { metaDescription: item.seoDescription },
  });

const makerOf = (name: string, makers: ReadonlyMap<string, string>) => {
  const id = makers.get(nameKey(name));
  return id === undefined ? { id: hashOf(`brand ${nameKey(name)}`), name } : { id };
};

/** The ids of the shop's manufacturers, by the keys of their names. */
export async function makersOf(api: Api, items: readonly PushItem[]): Promise<Map<string, string>> {
  const names = [...new Set(items.flatMap((item) => (isSent(item, "brand") ? (item.brand ?? []) : [])))];
  if (names.length === 0) return new Map();
  const filter = [{ type: "equalsAny", field: "name", value: names }];
  const json = { limit: LIMIT, filter, includes: { product_manufacturer: ["id", "name"] } };
  const found = listOf(member(await call(api, "search/product-manufacturer", { method: "POST", json }), "data"));
  return new Map(
    found.map((each) => [nameKey(textOf(fieldOf(each, "name")) ?? ""), String(member(each, "id"))] as const),
  );
}

interface Visibility {
  id: string;
  productId: string;
  salesChannelId: string;
  visibility: number;
}

/** The same for the same product and storefront, so that it may be sent twice. */
const visibilityId = (productId: string, salesChannelId: string) => hashOf(`${productId} ${salesChannelId}`);

/** Where a new product is seen: in every storefront. */
export const visibilitiesOf = (api: Api): Promise<(productId: string) => Visibility[]> =>
  api.once("shopware storefronts", async () => {
    const json = { limit: LIMIT, filter: [{ type: "equals", field: "typeId", value: STOREFRONT }] };
    const found = listOf(member(await call(api, "search/sales-channel", { method: "POST", json }), "data"));
    const channels = found.map((each) => String(member(each, "id")));
    return (productId) =>
      channels.map((salesChannelId) => ({
        id: visibilityId(productId, salesChannelId),
        productId,
        salesChannelId,
        visibility: EVERYWHERE,
      }));
  });

/** The shop's categories. */
export const categories: CategoryTree = {
  list: async (api) => {
    const all: unknown[] = [];
    for (let page = 1; ; page++) {
      const json = { page, limit: LIMIT, includes: { category: ["id", "name", "parentId"] } };
      const found = listOf(member(await call(api, "search/category", { method: "POST", json }), "data"));
      all.push(...found);
      if (found.length < LIMIT) break;
    }
    return all.map((each) => ({
      id: String(member(each, "id")),
      name: textOf(fieldOf(each, "name")) ?? "",
      parentId: textOf(fieldOf(each, "parentId")) ?? null,
    }));
  },
  make: async (api, { name, parentId }) => {
    const id = hashOf(`category ${parentId ?? ""} ${nameKey(name)}`);
    const payload = [{ id, name, ...(parentId !== null && { parentId }) }];
    await call(api, "_action/sync", { method: "POST", json: [{ entity: "category", action: "upsert", payload }] });
    return id;
  },
};

import { sentFields } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { call } from "./bigcommerce-call.ts";

// Source: https://developer.bigcommerce.com/docs/rest-catalog/products and /category-trees
const PAGE = 250;

const sizesOf = ({ length, width, height }: PushItem) => {
  const sizes = Object.entries({ depth: length, width, height }).filter(([, size]) => size !== null);
  return sizes.length > 0 && Object.fromEntries(sizes);
};

/** What is said of a product beside its offer. */
export const contentOf = (item: PushItem): Record<string, unknown> =>
  sentFields(item, {
    name: { name: item.title },
    reference: { sku: item.sku },
    description: { description: item.description },
    ean: item.ean !== null && { gtin: item.ean },
    brand: item.brand !== null && { brand_name: item.brand },
    category: item.categoryIds.length > 0 && { categories: [Number(item.categoryIds[0])] },
    dimensions: sizesOf(item),
    // An address that a product has may be known by now.
    slug: item.slug !== "" &&
      item.externalId === null && { custom_url: { url: `/${item.slug}/`, is_customized: true } },
    seo_title: item.seoTitle !== "" && { page_title: item.seoTitle },
    seo_description: item.seoDescription !== "" && { meta_description: item.seoDescription },
  });

/** The store's categories. */
export const categories: CategoryTree = {
  list: async (api) => {
    const all: unknown[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await call(api, `catalog/categories?limit=${PAGE}&page=${page}`);
      all.push(...listOf(member(found, "data")));
      pages = numberOf(member(found, "meta", "pagination", "total_pages")) ?? 1;
    }
    return all.map((each) => {
      const parent = numberOf(member(each, "parent_id")) ?? 0;
      const name = textOf(member(each, "name")) ?? "";
      return { id: String(member(each, "id")), name, parentId: parent === 0 ? null : String(parent) };
    });
  },
  make: async (api, { name, parentId }) => {
    const json = { name, parent_id: Number(parentId ?? 0), is_visible: true };
    const id = textOf(member(await call(api, "catalog/categories", { method: "POST", json }), "data", "id"));
    if (id === undefined) throw new PlatformError("refused", "BigCommerce gave no id");
    return id;
  },
};

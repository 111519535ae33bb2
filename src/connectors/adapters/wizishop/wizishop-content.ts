import { slugOf } from "../../../text/name-key.ts";
import { isSent, sentFields } from "../../engine/fields.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { ApiRequest } from "../../engine/requests/platform-api.ts";
import type { ShopCategory } from "../../engine/shop/shop-category-tree.ts";
import { addressesOf, firstStockOf, newImagesOf } from "../each.ts";
import { priceFields } from "./wizishop-prices.ts";

// Source: https://github.com/WiziShop/api-v3-js-sdk, src/forms/product/product-create.form.ts and src/forms/category. What `features`
// hold is said nowhere.
const CATEGORIES = 100;

const seoOf = (item: PushItem) => ({
  ...(item.seoTitle !== "" && isSent(item, "seo_title") && { title: item.seoTitle }),
  ...(item.seoDescription !== "" && isSent(item, "seo_description") && { description: item.seoDescription }),
});

/** Whether what search engines read is sent: a change replaces it whole, so what the shop has of it is to be known. */
export const sendsSeo = (item: PushItem): boolean => Object.keys(seoOf(item)).length > 0;

/** What is sent of a product beside its variants. `product`: as the shop has it, where it was read. */
export function contentOf(item: PushItem, product: unknown) {
  const { title, description, shortDescription, sku, ean, brand, weight, slug, tags, categoryIds } = item;
  const images = addressesOf(newImagesOf(item));
  const categoryId = numberOf(categoryIds[0]);
  return {
    ...sentFields(item, {
      name: { name: title },
      description: { description },
      short_description: shortDescription !== "" && { short_description: shortDescription },
      reference: { sku },
      ean: ean !== null && { ean13: ean },
      brand: brand !== null && { brand },
      category: categoryId !== undefined && { category_id: categoryId },
      tags: tags.length > 0 && { tags },
      weight: weight !== null && { weight },
      slug: slug !== "" && { url: slug },
      images: images.length > 0 && { images },
      price: priceFields(item),
    }),
    ...(sendsSeo(item) && { meta: { ...Object(member(product, "meta") ?? {}), ...seoOf(item) } }),
  };
}

/** What a product is made with beside that: a simple one, to be seen in the shop. Its tax is the one that the connector names. */
export function newFields(item: PushItem) {
  const tax = numberOf(item.taxClass);
  return {
    type: "standard",
    visible: true,
    ...(firstStockOf(item) !== null && !isVaried(item) && { quantity: item.stock }),
    ...(tax !== undefined && { tax }),
    ...(!(item.slug !== "" && isSent(item, "slug")) && { url: slugOf(item.title) }),
  };
}

/** A category and those below it. */
function categoriesIn(category: unknown, parentId: string | null): ShopCategory[] {
  const id = String(member(category, "id"));
  const above = textOf(member(category, "id_parent")) ?? parentId;
  const own = { id, name: textOf(member(category, "name")) ?? "", parentId: above === "0" ? null : above };
  return [own, ...listOf(member(category, "children")).flatMap((each) => categoriesIn(each, id))];
}

type Ask = (path: string, request?: Partial<ApiRequest>) => Promise<unknown>;

/** All categories of a shop, each once. `ask` sends a question. */
export async function listCategories(ask: Ask): Promise<ShopCategory[]> {
  const found = new Map<string, ShopCategory>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await ask(`categories?page=${page}&limit=${CATEGORIES}`);
    pages = numberOf(member(answer, "pages")) ?? page;
    const all = listOf(member(answer, "results")).flatMap((category) => categoriesIn(category, null));
    for (const category of all) if (!found.has(category.id) || category.parentId) found.set(category.id, category);
  }
  return [...found.values()];
}

/** Makes a category, to be seen in the shop. */
export async function makeCategory(ask: Ask, { name, parentId }: Omit<ShopCategory, "id">): Promise<string> {
  const above = parentId === null ? {} : { id_parent: Number(parentId) };
  const json = { ...above, name, url: slugOf(name), menu_title: name, visible: true };
  return String(member(await ask("categories", { method: "POST", json }), "id"));
}

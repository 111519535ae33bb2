import { createHash } from "node:crypto";
import { nameKey } from "../../../text/name-key.ts";
import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { refusalIn } from "../each.ts";
import { warnsUnread } from "../read-right.ts";
import { call, idIn, ofProducts, siteOf, tokenAs, withIds } from "./salesforce-call.ts";

// Source: Salesforce's description of the Catalogs API v1 (commerce-sdk 6.6.0): category-search, createCategoryInCatalog,
// assignProductToCategory, unassignProductFromCategory. They are written with a scope of their own.
const FAMILY = "product/catalogs";
const PAGE = 200;
const WRITES = "sfcc.catalogs.rw";
const ROOT = "root";
const DIGEST_LENGTH = 8;

/** The catalog that new products and categories belong to: one of the site's, else the first. */
export const catalogOf = (api: Api): Promise<string> =>
  api.once("catalog", async () => {
    const catalogs = listOf(member((await call(api, FAMILY, "catalogs?limit=50")).body, "data"));
    const isOfSite = (catalog: unknown) =>
      listOf(member(catalog, "assignedSites")).some((site) => member(site, "id") === api.credentials["site_id"]);
    const id = textOf(member(catalogs.find(isOfSite) ?? catalogs[0], "id"));
    if (id === undefined) throw new PlatformError("refused", "The organization has no catalog to keep products in");
    return id;
  });

const pathOf = (catalog: string, ...parts: readonly string[]) =>
  ["catalogs", catalog, "categories", ...parts].map(encodeURIComponent).join("/");

const write = (api: Api, path: string, request: Partial<ApiRequest>, accepts?: number) =>
  call(api, FAMILY, path, request, accepts, WRITES);

/** A part of a category's id: by a digest of its name, where others would be the same; PUT replaces the one that has it. */
function ownId(name: string): string {
  const id = idIn(name).toLowerCase();
  if (id === nameKey(name).replaceAll(" ", "-")) return id;
  const digest = createHash("sha256").update(nameKey(name)).digest("hex").slice(0, DIGEST_LENGTH);
  return id === "" ? digest : `${id}-${digest}`;
}

/** The categories of the site's catalog, without its root. */
export const categories: CategoryTree = {
  list: async (api) => {
    const catalog = encodeURIComponent(await catalogOf(api));
    const all: unknown[] = [];
    for (let total = 1; all.length < total; ) {
      const json = { limit: PAGE, offset: all.length, query: { matchAllQuery: {} } };
      const { body } = await call(api, FAMILY, `catalogs/${catalog}/category-search`, { method: "POST", json });
      const hits = listOf(member(body, "hits"));
      all.push(...hits);
      total = hits.length === 0 ? 0 : (numberOf(member(body, "total")) ?? 0);
    }
    return all
      .map((each) => {
        const parent = textOf(member(each, "parentCategoryId"));
        return {
          id: String(member(each, "id")),
          name: textOf(member(each, "name", "default")) ?? String(member(each, "id")),
          parentId: parent === ROOT ? null : (parent ?? null),
        };
      })
      .filter(({ id }) => id !== ROOT);
  },
  make: async (api, { name, parentId }) => {
    const catalog = await catalogOf(api);
    const id = [...(parentId === null ? [] : [parentId]), ownId(name)].join("-");
    const json = { id, name: { default: name }, parentCategoryId: parentId ?? ROOT, online: true };
    await write(api, pathOf(catalog, id), { method: "PUT", json });
    return id;
  },
  change: async (api, { id, name, parentId }) => {
    const json = { name: { default: name }, parentCategoryId: parentId ?? ROOT };
    await write(api, pathOf(await catalogOf(api), id), { method: "PATCH", json });
  },
};

/** Where a site has products: its categories, by the product's id and with their catalogs. */
export type Assigned = ReadonlyMap<string, readonly { catalogId: string; categoryId: string }[]>;

const isPlaced = (item: PushItem) => item.categoryIds.length > 0 && isSent(item, "category");

/** Where products are that are to be put into a category. */
export async function assignedOf(api: Api, items: readonly PushItem[]): Promise<Assigned> {
  const ids = items.filter(isPlaced).flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return new Map();
  const json = { limit: ids.length, query: withIds(ids), expand: ["categories"] };
  const { body } = await ofProducts(api, `product-search?${siteOf(api)}`, { method: "POST", json });
  return new Map(
    listOf(member(body, "hits")).map((each) => [
      String(member(each, "id")),
      listOf(member(each, "assignedCategories")).map((category) => ({
        catalogId: String(member(category, "catalogId")),
        categoryId: String(member(category, "categoryId")),
      })),
    ]),
  );
}

/** Puts a product into its category, and takes it out of the others of the catalog. Says what was refused. */
export async function placeIn(api: Api, item: PushItem, productId: string, assigned: Assigned): Promise<string[]> {
  const [categoryId] = item.categoryIds;
  if (categoryId === undefined || !isPlaced(item)) return [];
  const catalogId = await catalogOf(api);
  const there = (assigned.get(productId) ?? []).filter((each) => each.catalogId === catalogId);
  const pathIn = (category: string) => pathOf(catalogId, category, "products", productId);
  try {
    if (!there.some((each) => each.categoryId === categoryId)) {
      await write(api, pathIn(categoryId), { method: "PUT", json: { catalogId, categoryId, productId } });
    }
    for (const other of there.filter((each) => each.categoryId !== categoryId)) {
      await write(api, pathIn(other.categoryId), { method: "DELETE" }, 404);
    }
    return [];
  } catch (error) {
    return [`It was not put into the category ${categoryId}: ${refusalIn(error)}`];
  }
}

const NO_CATEGORIES =
  "The API client may not write categories: products stay out of them. Allow it the scope sfcc.catalogs.rw.";

/** What a test warns of where the API client may not write categories. */
export const categoryWarnings = (api: Api): Promise<string[]> => warnsUnread(() => tokenAs(api, WRITES), NO_CATEGORIES);

import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem, PushTexts } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { newImagesOf, refusalIn } from "../each.ts";
import { ALL, call, criteria, viewOf } from "./magento-requests.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/ : products (`media_gallery_entries`, `category_links`), categories
const OWN = "custom_attributes.";
/** The default category of a shop is at this level, below the root of all. */
const ROOT_LEVEL = 1;
const CATEGORIES_MAX = 5_000;

const attribute = (code: string, value: string) => ({ attribute_code: code, value });

/** What a product says in one language beside its name. Only a description is taken away by an empty text. */
export function spoken(item: PushItem, texts: PushTexts) {
  const { description, shortDescription, seoTitle, seoDescription } = texts;
  return [
    isSent(item, "description") && attribute("description", description),
    shortDescription !== "" && isSent(item, "short_description") && attribute("short_description", shortDescription),
    seoTitle !== "" && isSent(item, "seo_title") && attribute("meta_title", seoTitle),
    seoDescription !== "" && isSent(item, "seo_description") && attribute("meta_description", seoDescription),
  ].filter((each) => each !== false);
}

/** The texts of a product, and what the connector's own rules name, as attributes. */
export function attributesOf(item: PushItem) {
  const own = item.attributes.flatMap(({ name, value }) =>
    name.startsWith(OWN) ? [attribute(name.slice(OWN.length), value)] : [],
  );
  return [
    ...spoken(item, item),
    ...(item.ean !== null && isSent(item, "ean") ? [attribute("ean", item.ean)] : []),
    ...own,
  ];
}

/** The category of a product, in place of those that it has there: by `category_links` Magento only adds. */
export const categoryOf = (item: PushItem) =>
  item.categoryIds.length > 0 && isSent(item, "category")
    ? [{ attribute_code: "category_ids", value: item.categoryIds.slice(0, 1) }]
    : [];

/** The file of a picture that is not there yet. */
async function contentOf(api: Api, image: PushImage) {
  const { bytes, contentType } = await api.picture(image);
  const name = `${image.key.replaceAll(/[^\w]/g, "_")}.${contentType.split("/")[1] ?? "jpg"}`;
  return { content: { base64_encoded_data: bytes.toString("base64"), type: contentType, name } };
}

/** The pictures of a product as files; those that are there go by their ids. Says which cannot be had. */
export async function galleryOf(api: Api, item: PushItem) {
  const entries: Record<string, unknown>[] = [];
  const remarks: string[] = [];
  const keys: string[] = [];
  for (const [place, image] of (newImagesOf(item) ?? []).entries()) {
    const { key, alt, url, file } = image;
    const id = item.parts.images[key];
    const types = place === 0 ? ["image", "small_image", "thumbnail"] : [];
    try {
      const own = id === undefined ? await contentOf(api, image) : { id: Number(id) };
      entries.push({ media_type: "image", label: alt, position: place + 1, disabled: false, types, ...own });
      keys.push(key);
    } catch (error) {
      remarks.push(`The picture ${url ?? file?.name} was not taken: ${refusalIn(error)}`);
    }
  }
  const isEmptied = item.images.length === 0 && newImagesOf(item) !== null && Object.keys(item.parts.images).length > 0;
  return { fields: entries.length > 0 || isEmptied ? { media_gallery_entries: entries } : {}, keys, remarks };
}

type Gallery = Awaited<ReturnType<typeof galleryOf>>;

const idsIn = (answer: unknown) =>
  listOf(member(answer, "media_gallery_entries")).flatMap((each) => numberOf(member(each, "id")) ?? []);

/**
 * What the shop calls the pictures that were sent, by its answer. A gallery of new files alone is added to what a product had
 * (Magento 2.4.7-p3): they are the last ones, and named again they take the place of the others.
 */
export async function placeImages(
  item: PushItem,
  { fields: { media_gallery_entries: entries }, keys }: Gallery,
  answer: unknown,
  put: (entries: object[]) => Promise<unknown>,
): Promise<Record<string, string>> {
  if (entries === undefined) return { ...item.parts.images };
  const ids = idsIn(answer);
  if (ids.length < keys.length) return { ...item.parts.images };
  const isAdded = ids.length > keys.length;
  const own = isAdded ? ids.toSorted((one, other) => one - other).slice(-keys.length) : ids;
  if (isAdded) await put(entries.map(({ content: _, ...entry }, place) => ({ ...entry, id: own[place] })));
  return Object.fromEntries(keys.map((key, place) => [key, String(own[place])]));
}

/** Whether all pictures of a product that is there are new ones: then the others are to be taken away. */
export const replacesAll = (item: PushItem): boolean =>
  item.externalId !== null &&
  item.images.length > 0 &&
  (newImagesOf(item) ?? []).every(({ key }) => item.parts.images[key] === undefined);

/** Below what new categories are made: a store view knows its own, all of them together have none. */
const rootOf = (api: Api): Promise<string | undefined> =>
  viewOf(api) === ALL
    ? api.once("magento root", async () => {
        const path = `categories/list?${criteria([["level", "eq", String(ROOT_LEVEL)]], { size: 1, by: "entity_id" })}`;
        return textOf(member(await call(api, path), "items", 0, "id"));
      })
    : Promise.resolve(undefined);

export const categories: CategoryTree = {
  list: async (api) => {
    const found = listOf(
      member(await call(api, `categories/list?searchCriteria[pageSize]=${CATEGORIES_MAX}`), "items"),
    );
    const roots = new Set(
      found.filter((each) => (numberOf(member(each, "level")) ?? 0) <= ROOT_LEVEL).map((each) => member(each, "id")),
    );
    return found.flatMap((each) => {
      if (roots.has(member(each, "id"))) return [];
      const parent = member(each, "parent_id");
      const parentId = roots.has(parent) ? null : String(parent);
      return [{ id: String(member(each, "id")), name: textOf(member(each, "name")) ?? "", parentId }];
    });
  },
  make: async (api, { name, parentId }) => {
    const parent = parentId ?? (await rootOf(api));
    const category = { name, is_active: true, ...(parent !== undefined && { parent_id: Number(parent) }) };
    const id = textOf(member(await call(api, "categories", { method: "POST", json: { category } }), "id"));
    if (id === undefined) throw new PlatformError("refused", "Magento gave no id");
    return id;
  },
};

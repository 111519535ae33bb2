import { isSent, sentFields } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, priceText, textOf } from "../../engine/platform-values.ts";
import type { PushImage, PushItem, PushPrice, PushVariant } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import { NO_VALUE, optionValue, wholeOptions } from "../../engine/push/variant-options.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { firstStockOf, newImagesOf, refusalIn } from "../each.ts";
import { query } from "./query.ts";
import { connectionCost, MUTATION_COST } from "./shopify-cost.ts";
import { statusInput } from "./shopify-status.ts";
import { itemIds } from "./shopify-stock.ts";
import { type Placed, variantsField } from "./shopify-variants.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/latest/mutations/productSet and stagedUploadsCreate
const SHOWN_MAX = 250;
const METAFIELD = "metafields.";

/** What is there keeps its variants: those that are not named with the others would be deleted. */
export const isThere = (item: PushItem): boolean =>
  item.externalId !== null && item.externalItemId !== null && !isVaried(item);

/** A price that is reduced no more loses the one that it was compared with. */
export const priceInput = ({ priceCents, compareAtPriceCents, wasReduced }: PushPrice, currency: string) => ({
  ...(priceCents !== null && { price: priceText(priceCents, currency) }),
  ...(compareAtPriceCents !== null && { compareAtPrice: priceText(compareAtPriceCents, currency) }),
  ...(compareAtPriceCents === null && wasReduced && { compareAtPrice: null }),
});

const offerOf = (item: PushItem, { ean, weight, ...prices }: PushPrice & Pick<PushItem, "ean" | "weight">) => ({
  ...(ean !== null && isSent(item, "ean") && { barcode: ean }),
  ...(isSent(item, "price") && priceInput(prices, item.currency)),
  inventoryItem: {
    tracked: true,
    ...(weight !== null && isSent(item, "weight") && { measurement: { weight: { unit: "KILOGRAMS", value: weight } } }),
  },
});
const variantInput = (item: PushItem) => offerOf(item, item);

/** What changes of the one variant of a product that is there. */
export function variantChange(item: PushItem) {
  const { inventoryItem, ...variant } = variantInput(item);
  return { id: itemIds(item)[0], ...variant, inventoryItem: { sku: item.sku, ...inventoryItem } };
}

function variedInput(item: PushItem, variant: PushVariant, { locationId, files }: Place) {
  const { externalId, sku, stock, image } = variant;
  const picture = image && files.get(image.key);
  return {
    ...(externalId !== null && { id: externalId.split(" ")[0] }),
    optionValues: wholeOptions(item).map(({ name }) => ({ optionName: name, name: optionValue(item, variant, name) })),
    sku,
    ...offerOf(item, variant),
    ...(picture && { file: picture }),
    // Of one that is there the stock has its own request, and some shops have their own.
    ...(externalId === null &&
      item.isStockOfShop !== true &&
      isSent(item, "stock") && { inventoryQuantities: [{ locationId, name: "available", quantity: stock }] }),
  };
}

/** What a product is sent with: the place of its stock, its pictures by their keys, and what its owner has added there. */
interface Place {
  locationId: string;
  files: ReadonlyMap<string, Record<string, unknown>>;
  others?: Placed["others"];
}

/** What variants that are not ours have of our options: without their values and ids they would be deleted. */
const otherInput = (item: PushItem, { id, values }: Placed["others"][number]) => ({
  id: id.split(" ")[0],
  optionValues: wholeOptions(item).map(({ name }, place) => ({ optionName: name, name: values[place] || NO_VALUE })),
});

function variantsInput(item: PushItem, place: Place) {
  if (isVaried(item)) {
    const others = (place.others ?? []).map((other) => otherInput(item, other));
    const added = (at: number) => others.flatMap(({ optionValues }) => optionValues[at]?.name ?? []);
    return {
      productOptions: wholeOptions(item).map(({ name, values }, at) => ({
        name,
        values: [...new Set([...values, ...added(at)])].map((value) => ({ name: value })),
      })),
      variants: [...item.variants.map((variant) => variedInput(item, variant, place)), ...others],
    };
  }
  if (isThere(item)) return {};
  return {
    productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
    variants: [
      {
        optionValues: [{ optionName: "Title", name: "Default Title" }],
        sku: item.sku,
        ...variantInput(item),
        ...(firstStockOf(item) !== null && {
          inventoryQuantities: [{ locationId: place.locationId, name: "available", quantity: item.stock }],
        }),
      },
    ],
  };
}

/** Whether the pictures that were sent are all gone here. */
const isCleared = (item: PushItem) => newImagesOf(item)?.length === 0 && Object.keys(item.parts.images).length > 0;

/** Fields of the shop's own. With a product they replace all that it has: those of one that is there go by themselves. */
export const metafieldsOf = ({ attributes }: Pick<PushItem, "attributes">) =>
  attributes.flatMap(({ name, value }) => {
    const [namespace, key] = name.startsWith(METAFIELD) ? name.slice(METAFIELD.length).split(".") : [];
    return namespace && key ? [{ namespace, key, type: "single_line_text_field", value }] : [];
  });

function seoInput(item: PushItem) {
  const { seoTitle, seoDescription } = item;
  const seo = {
    ...(seoTitle !== "" && isSent(item, "seo_title") && { title: seoTitle }),
    ...(seoDescription !== "" && isSent(item, "seo_description") && { description: seoDescription }),
  };
  return Object.keys(seo).length > 0 ? { seo } : {};
}

export function productInput(item: PushItem, place: Place): Record<string, unknown> {
  const { externalId } = item;
  const files = newImagesOf(item) === null ? [] : [...place.files.values()];
  const metafields = externalId === null ? metafieldsOf(item) : [];
  return {
    ...(externalId !== null && { id: externalId }),
    ...sentFields(item, {
      name: { title: item.title },
      description: { descriptionHtml: item.description },
      brand: item.brand !== null && { vendor: item.brand },
      type: item.type !== null && { productType: item.type },
      tags: item.tags.length > 0 && { tags: item.tags },
      // The address that a product had leads to the new one.
      slug: item.slug !== "" && { handle: item.slug, ...(externalId !== null && { redirectNewHandle: true }) },
      attributes: metafields.length > 0 && { metafields },
    }),
    ...seoInput(item),
    ...statusInput(item),
    ...((files.length > 0 || isCleared(item)) && { files }),
    ...variantsInput(item, place),
  };
}

/** How many variants are asked for of a product that was stored; the others have queries of their own. */
export const shownOf = (items: readonly PushItem[]): number =>
  Math.min(SHOWN_MAX, Math.max(1, ...items.map((item) => (isVaried(item) ? item.variants.length : 1))));

/** What is asked of a variant that was stored. */
export const VARIANT_IDS = "id sku inventoryItem { id }";

/** What is asked of a product that was stored with this number of pictures. */
export const resultOf = (item: PushItem, pictures: number): string => {
  const media = pictures > 0 ? ` media(first: ${Math.min(SHOWN_MAX, pictures + 1)}) { nodes { id } }` : "";
  return `product { id createdAt onlineStoreUrl ${variantsField(shownOf([item]), VARIANT_IDS)}${media} }
  userErrors { field message code }`;
};

// As the inputs of `productSet` say of themselves, in points.
const FILE_COST = 2.5;
const VARIANT_INPUT_COST = 0.2;
const METAFIELD_COST = 0.4;

/** What it costs at most to send a product with this number of pictures, and to read what became of it. */
export function pushCost(item: PushItem, pictures: number): number {
  const sent =
    pictures * FILE_COST + item.variants.length * VARIANT_INPUT_COST + item.attributes.length * METAFIELD_COST;
  const media = pictures > 0 ? connectionCost(pictures + 1, 1) : 0;
  const more = (isThere(item) ? 1 : 0) + (item.externalId !== null && item.attributes.length > 0 ? 1 : 0);
  return MUTATION_COST * (1 + more) + sent + 4 + connectionCost(shownOf([item]), 2) + media;
}

/** Uploads a picture that is stored here: Shopify says where to. Returns the address that it is known by then. */
async function stage(api: Api, image: PushImage): Promise<string> {
  const { bytes, contentType, name } = await api.picture(image);
  const input = [
    { resource: "IMAGE", filename: name, mimeType: contentType, httpMethod: "PUT", fileSize: String(bytes.length) },
  ];
  const data = await query(
    api,
    `mutation stage($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) {
      stagedTargets { url resourceUrl parameters { name value } } userErrors { field message } } }`,
    { input },
  );
  const target = member(data, "stagedUploadsCreate", "stagedTargets", 0);
  const [url, address] = [textOf(member(target, "url")), textOf(member(target, "resourceUrl"))];
  if (url === undefined || address === undefined) throw new PlatformError("refused", "Shopify gave no place for it");
  const given = listOf(member(target, "parameters")).map((each) => [
    String(member(each, "name")),
    String(member(each, "value")),
  ]);
  const headers = {
    "content-type": contentType,
    ...Object.fromEntries(given.map(([key = "", value = ""]) => [key.replaceAll("_", "-"), value])),
  };
  await api.request({ method: "PUT", url, body: bytes, headers });
  return address;
}

/** A picture as Shopify takes it: the one that it has by its id, another by its address, or uploaded. */
async function fileOf(api: Api, image: PushImage, known: string | undefined): Promise<Record<string, unknown>> {
  const { url, alt } = image;
  if (known !== undefined) return { id: known, alt };
  return { originalSource: url ?? (await stage(api, image)), contentType: "IMAGE", ...(alt !== "" && { alt }) };
}

/** The pictures of a product as Shopify takes them, by their keys. Says which cannot be had. */
export async function filesOf(api: Api, item: PushItem) {
  const files = new Map<string, Record<string, unknown>>();
  const remarks: string[] = [];
  const wanted = newImagesOf(item);
  const variants = isVaried(item) ? item.variants.flatMap(({ image }) => image ?? []) : [];
  const all = new Map((wanted === null ? [] : [...wanted, ...variants]).map((image) => [image.key, image]));
  for (const [key, image] of all) {
    try {
      files.set(key, await fileOf(api, image, item.parts.images[key]));
    } catch (error) {
      remarks.push(`The picture ${image.url ?? image.file?.name} was not taken: ${refusalIn(error)}`);
    }
  }
  return { files, remarks };
}

/** What Shopify calls the variants and the pictures of a product that it has stored with these. */
export function partsIn(
  item: PushItem,
  { product, nodes, sent }: { product: unknown; nodes: readonly unknown[]; sent: readonly string[] },
) {
  const bySku = new Map(
    nodes.map((node) => [
      (textOf(member(node, "sku")) ?? "").toLowerCase(),
      `${member(node, "id")} ${member(node, "inventoryItem", "id")}`,
    ]),
  );
  const variants = isVaried(item)
    ? Object.fromEntries(
        item.variants.flatMap(({ variantId, sku }) => {
          const id = bySku.get(sku.toLowerCase());
          return id === undefined ? [] : [[variantId, id] as const];
        }),
      )
    : {};
  const media = listOf(member(product, "media", "nodes")).map((node) => textOf(member(node, "id")) ?? "");
  const isSame = sent.length > 0 && sent.length === media.length;
  const images = isSame ? Object.fromEntries(sent.map((key, place) => [key, media[place] ?? ""])) : item.parts.images;
  return { variants, images: isCleared(item) ? {} : images };
}

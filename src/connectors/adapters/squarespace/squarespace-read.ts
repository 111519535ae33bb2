import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct, PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Found } from "../../engine/push/push-outcome.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { matched } from "../each.ts";
import { call } from "./squarespace-call.ts";
import { PRODUCTS } from "./squarespace-fields.ts";
import { isVariedThere, optionsIn } from "./squarespace-variants.ts";

/** Products that one request reads. */
const BATCH = 50;
const NOT_FOUND = 404;

/** What a variant costs now and without its sale, and how many there are. */
function offerOf(variant: unknown) {
  const pricing = member(variant, "pricing");
  const now = member(pricing, "onSale") === true ? "salePrice" : "basePrice";
  return present({
    priceCents: centsOf(member(pricing, now, "value")),
    compareAtPriceCents: centsOf(member(pricing, "basePrice", "value")),
    stock: numberOf(member(variant, "stock", "quantity")),
  });
}

const variantOf = (variant: unknown): PulledVariant => ({
  externalId: String(member(variant, "id")),
  sku: textOf(member(variant, "sku")) ?? null,
  ean: eanAmong(member(variant, "sku")),
  options: optionsIn(variant),
  ...offerOf(variant),
});

const textsOf = (product: unknown) =>
  present({ title: textOf(member(product, "name")), description: textOf(member(product, "description")) });

function pulledOf(product: unknown): PulledProduct {
  const all = listOf(member(product, "variants"));
  const [variant] = all;
  const ids = {
    externalId: String(member(product, "id")),
    externalItemId: textOf(member(variant, "id")) ?? null,
    externalUrl: textOf(member(product, "url")) ?? null,
  };
  if (isVariedThere(product)) {
    // The codes are those of its variants.
    const { priceCents } = offerOf(variant);
    const price = priceCents === undefined ? {} : { priceCents };
    return {
      ...ids,
      ean: null,
      sku: null,
      ...textsOf(product),
      ...price,
      isLowestPrice: true,
      variants: all.map(variantOf),
    };
  }
  const sku = textOf(member(variant, "sku")) ?? null;
  const ean = eanAmong(member(variant, "attributes", "ean"), sku);
  return { ...ids, ean, sku, ...textsOf(product), ...offerOf(variant) };
}

/** A page: a cursor replaces every other parameter. */
async function pageOf(api: Api, sinceMs: number | null, cursor: string | null) {
  const parameters = new URLSearchParams();
  if (cursor !== null) parameters.set("cursor", cursor);
  else if (sinceMs !== null) {
    parameters.set("modifiedAfter", new Date(sinceMs).toISOString());
    parameters.set("modifiedBefore", new Date().toISOString());
  }
  const found = await call(api, parameters.size === 0 ? PRODUCTS : `${PRODUCTS}?${parameters}`);
  const pagination = member(found, "pagination");
  const hasNext = member(pagination, "hasNextPage") === true;
  return {
    products: listOf(member(found, "products")).filter((product) => member(product, "type") === "PHYSICAL"),
    next: hasNext ? (textOf(member(pagination, "nextPageCursor")) ?? null) : null,
  };
}

/** Each variant of a product, as it is looked for. */
const variantsOf = (product: unknown) =>
  listOf(member(product, "variants")).map((variant) => ({
    externalId: String(member(product, "id")),
    externalItemId: textOf(member(variant, "id")) ?? null,
    externalUrl: textOf(member(product, "url")) ?? null,
    sku: textOf(member(variant, "sku")),
    isVaried: isVariedThere(product),
  }));

/** A product with variants is known by the SKU of the first of them that is there. */
function matchedVaried(items: readonly PushItem[], there: readonly ReturnType<typeof variantsOf>[number][]): Found[] {
  const bySku = new Map(there.map((each) => [(each.sku ?? "").toLowerCase(), each]));
  return items.flatMap(({ productId, variants }) => {
    const [found] = variants.flatMap(({ sku }) => bySku.get(sku.toLowerCase()) ?? []);
    if (!found) return [];
    const { sku: _sku, isVaried: isFit, ...ids } = found;
    return [{ productId, ...ids, by: "sku" as const, ...(!isFit && { unfit: "it has no variants there" }) }];
  });
}

// The API has no filter by SKU.
export const find: NonNullable<Adapter["find"]> = async (api, items) => {
  const there = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(api, null, cursor);
    there.push(...page.products.flatMap(variantsOf));
    cursor = page.next;
  }
  const single = there.map(({ isVaried: isSeveral, ...each }) => ({
    ...each,
    ...(isSeveral && { unfit: "it is one of several variants" }),
  }));
  const varied = items.filter(isVaried);
  return [
    ...matched(
      items.filter((item) => !isVaried(item)),
      single,
    ),
    ...matchedVaried(varied, there),
  ];
};

const askFor = async (api: Api, ids: readonly string[], accepts?: (status: number) => boolean) =>
  listOf(member(await call(api, `${PRODUCTS}/${ids.map(encodeURIComponent).join(",")}`, {}, accepts), "products"));

/** Products of a site; where one of them is missing, each is asked for alone. */
async function known(api: Api, ids: readonly string[]): Promise<unknown[]> {
  const found = await askFor(api, ids, (status) => status < 400 || status === NOT_FOUND);
  if (found.length > 0 || ids.length === 1) return found;
  const alone: unknown[] = [];
  for (const id of ids) alone.push(...(await known(api, [id])));
  return alone;
}

/** Products that are about to be changed, as a site has them, by its ids: what it has already is not sent. */
export async function thereOf(api: Api, items: readonly PushItem[]): Promise<Map<string, unknown>> {
  const ids = items.flatMap(({ externalId }) => externalId ?? []);
  const found = await gathered(ids, BATCH, (some) => known(api, some));
  return new Map(found.map((product) => [String(member(product, "id")), product]));
}

export const read: NonNullable<Adapter["read"]> = (api, ids) =>
  gathered(ids, BATCH, async (some) => (await askFor(api, some)).map(pulledOf));

export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor }) => {
  const { products, next } = await pageOf(api, sinceMs, cursor);
  return { products: products.map(pulledOf), next };
};

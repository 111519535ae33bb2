import { decodeEntities } from "../../../text/plain-text.ts";
import type { Adapter, Api, ApiRequest, PushItem, PushKind, PushOutcome } from "../../engine/adapter.ts";
import {
  basicAuth,
  centsOf,
  eanAmong,
  listOf,
  member,
  numberOf,
  present,
  priceText,
  textOf,
} from "../../engine/platform-values.ts";
import { addressesOf, matched, newImagesOf } from "../each.ts";
import { check, storeOf } from "./check.ts";

// Source: https://woocommerce.github.io/woocommerce-rest-api-docs/, v3
const PAGE = 100;
/** Products of several: one of ours cannot replace them. */
const WITH_VARIANTS = new Set(["variable", "variation", "grouped"]);

async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> {
  const { store_url: store, consumer_key: key = "", consumer_secret: secret = "" } = api.credentials;
  const answer = await api.request({
    method: "GET",
    ...request,
    url: `${storeOf(store)}/wp-json/wc/v3${path}`,
    headers: { authorization: basicAuth(key, secret) },
  });
  return answer.json();
}

const stockFields = ({ stock }: PushItem) => ({ manage_stock: true, stock_quantity: stock });
const priceFields = ({ priceCents }: PushItem) => (priceCents === null ? {} : { regular_price: priceText(priceCents) });

function fieldsOf(kind: PushKind, item: PushItem): Record<string, unknown> {
  if (kind === "stock") return stockFields(item);
  if (kind === "prices") return priceFields(item);
  const { title, description, sku, ean, weight } = item;
  const images = newImagesOf(item);
  return {
    name: nameFor(title),
    description,
    sku,
    ...(ean !== null && { global_unique_id: ean }),
    ...(weight !== null && { weight: String(weight) }),
    ...(images !== null && images.length > 0 && { images: addressesOf(images).map((src) => ({ src })) }),
    ...stockFields(item),
    ...priceFields(item),
  };
}

const MISSING = new Set(["woocommerce_rest_product_invalid_id", "woocommerce_rest_invalid_product_id"]);

const inBin = (id: string) =>
  `It is in the bin of the shop (product ${id}): restore it there, or delete it there for good, then it is made again`;

function refusedBy({ productId, externalId }: PushItem, error: unknown): PushOutcome {
  const code = String(member(error, "code"));
  if (externalId !== null && MISSING.has(code)) {
    const message = `The shop no longer has its product ${externalId}: push the product to make it again`;
    return { productId, error: message, isMissing: true };
  }
  const isTaken = externalId === null && code === "product_invalid_sku";
  return { productId, error: nameIn(member(error, "message")) ?? "refused", ...(isTaken && { isTaken: true }) };
}

function outcomeOf(item: PushItem, answered: unknown): PushOutcome {
  const { productId } = item;
  const error = member(answered, "error");
  if (error !== undefined) return refusedBy(item, error);
  const id = textOf(member(answered, "id"));
  if (id === undefined || id === "0") return { productId, error: "WooCommerce told no id" };
  if (member(answered, "status") === "trash") return { productId, error: inBin(id) };
  return { productId, externalId: id, externalUrl: textOf(member(answered, "permalink")) ?? null };
}

const isBrand = (attribute: unknown) => /^brand$/i.test(String(member(attribute, "name")));

/** The attributes of products there, of those that have a brand here: what is sent replaces all of them. */
async function attributesOf(api: Api, items: readonly PushItem[]): Promise<Map<string, unknown[]>> {
  const ids = items.flatMap(({ externalId, brand }) => (brand === null ? [] : (externalId ?? [])));
  if (ids.length === 0) return new Map();
  const found = listOf(await call(api, `/products?per_page=${PAGE}&include=${ids.join(",")}&_fields=id,attributes`));
  return new Map(found.map((each) => [String(member(each, "id")), listOf(member(each, "attributes"))]));
}

/** The brand as one of a product's attributes. */
function branded({ brand }: PushItem, attributes: readonly unknown[]) {
  if (brand === null) return {};
  const others = attributes.filter((each) => !isBrand(each));
  return { attributes: [...others, { name: "Brand", visible: true, options: [brand] }] };
}

/** At most 100 objects a batch, made and changed together. */
async function push(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const made = items.filter(({ externalId }) => externalId === null);
  const changed = items.filter(({ externalId }) => externalId !== null);
  const isWhole = kind === "products";
  const known = isWhole ? await attributesOf(api, changed) : new Map<string, unknown[]>();
  const json = {
    create: made.map((item) => ({ type: "simple", ...fieldsOf(kind, item), ...branded(item, []) })),
    update: changed.map((item) => ({
      id: Number(item.externalId),
      ...fieldsOf(kind, item),
      ...(isWhole && branded(item, known.get(item.externalId ?? "") ?? [])),
    })),
  };
  const answer = await call(api, "/products/batch", { method: "POST", json });
  const created = listOf(member(answer, "create"));
  const updated = listOf(member(answer, "update"));
  return [
    ...made.map((item, index) => outcomeOf(item, created[index])),
    ...changed.map((item, index) => outcomeOf(item, updated[index])),
  ];
}

/** A name as WordPress stores it: it takes what is in angle brackets for markup, and removes it. */
const nameFor = (title: string) => title.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A name as its owner typed it: WordPress stores it with entities. */
const nameIn = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : decodeEntities(text);
};

const pulledOf = (product: unknown) => ({
  externalId: String(member(product, "id")),
  externalUrl: textOf(member(product, "permalink")) ?? null,
  ean: eanAmong(member(product, "global_unique_id"), member(product, "sku")),
  sku: textOf(member(product, "sku")) ?? null,
  ...present({
    title: nameIn(member(product, "name")),
    description: textOf(member(product, "description")),
    brand: nameIn(member(product, "brands", 0, "name")),
    priceCents: centsOf(member(product, "regular_price")) ?? centsOf(member(product, "price")),
    stock: numberOf(member(product, "stock_quantity")),
    imageUrl: textOf(member(product, "images", 0, "src")),
  }),
});

export const woocommerce: Adapter = {
  sameSku: "refused",
  test: check,
  push,
  find: async (api, items) => {
    const skus = items.map(({ sku }) => sku);
    const found = await call(
      api,
      `/products?per_page=${PAGE}&sku=${encodeURIComponent(skus.join(","))}&_fields=id,sku,type`,
    );
    const there = listOf(found).map((each) => {
      const type = textOf(member(each, "type")) ?? "simple";
      const unfit = WITH_VARIANTS.has(type) && { unfit: `it is of the type ${type}` };
      return { externalId: String(member(each, "id")), sku: textOf(member(each, "sku")), ...unfit };
    });
    return matched(items, there);
  },
  pull: async (api, { sinceMs, cursor }) => {
    const page = Number(cursor ?? 1);
    const since = sinceMs === null ? "" : `&dates_are_gmt=true&modified_after=${new Date(sinceMs).toISOString()}`;
    // Without `edit` texts come as the shop shows them, with paragraphs and typography of its own.
    const path = `/products?context=edit&per_page=${PAGE}&page=${page}&orderby=id&order=asc${since}`;
    const found = listOf(await call(api, path));
    return { products: found.map(pulledOf), next: found.length === PAGE ? String(page + 1) : null };
  },
};

import {
  availabilityOf,
  gtinOf,
  gtinsOf,
  isItem,
  listOf,
  type PageOffer,
  readOffer,
  skusOf,
  textOf,
  typesOf,
} from "./offers.ts";
import type { Item, PageData } from "./page-data.ts";
import { readAmount, readCurrency } from "./read-amount.ts";

/** A product that a page shows. */
export interface PageProduct {
  gtins: readonly string[];
  offers: readonly PageOffer[];
}

const PRODUCTS = new Set([
  "product",
  "productgroup",
  "individualproduct",
  "productmodel",
  "someproducts",
  "vehicle",
  "car",
  // What shops sell under its own name, without calling it a product besides; without an offer it says nothing.
  "book",
  "audiobook",
]);
const DEPTH_MAX = 12;
const ITEMS_MAX = 500;
/** Where a page has what it is about; what else it names, such as similar products, is none of ours. */
const INSIDE = ["@graph", "mainEntity", "mainEntityOfPage", "hasVariant", "itemOffered"];

/** The items below some values, each before those that `inside` finds in it, in their order. */
function* itemsIn(roots: readonly unknown[], inside: (item: Item) => unknown[]): Generator<Item> {
  const waiting = roots.map((value) => ({ value, depth: 0 })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > DEPTH_MAX || !isItem(value)) continue;
    if (!Array.isArray(value)) yield value;
    const below = Array.isArray(value) ? value : inside(value);
    for (const each of below.toReversed()) waiting.push({ value: each, depth: depth + 1 });
  }
}

/** The items of a page that are products, in their order, those inside of others behind them. */
function productsIn(roots: readonly unknown[]): Item[] {
  const found: Item[] = [];
  for (const item of itemsIn(roots, (each) => INSIDE.map((name) => each[name]))) {
    if (typesOf(item).some((type) => PRODUCTS.has(type))) found.push(item);
    if (found.length >= ITEMS_MAX) break;
  }
  return found;
}

/** What items are called, so that others can point to them. */
function namedIn(roots: readonly unknown[]): Map<string, Item> {
  const named = new Map<string, Item>();
  for (const item of itemsIn(roots, Object.values)) {
    const id = textOf(item["@id"]);
    if (id !== null && Object.keys(item).length > 1 && !named.has(id)) named.set(id, item);
    if (named.size >= ITEMS_MAX) break;
  }
  return named;
}

/** The offers below one: those that an AggregateOffer lists, else itself. */
function offersIn(value: unknown, find: (item: Item) => Item): Item[] {
  return listOf(value)
    .filter(isItem)
    .map(find)
    .flatMap((offer) => {
      const listed = listOf(offer["offers"]).filter(isItem).map(find);
      const common = { priceCurrency: offer["priceCurrency"], availability: offer["availability"] };
      return listed.length > 0 ? listed.map((each) => ({ ...common, ...each })) : [offer];
    });
}

function productOf(item: Item, find: (item: Item) => Item): PageProduct {
  const [gtins, skus] = [gtinsOf(item), skusOf(item)];
  const offers = offersIn(item["offers"], find).flatMap((offer) => readOffer(offer, { gtins, skus }) ?? []);
  return { gtins, offers };
}

/** What Open Graph and its kind say. */
function productOfMetas(metas: PageData["metas"]): PageProduct | undefined {
  const first = (...names: string[]) => names.map((name) => metas.get(name)).find((value) => value !== undefined);
  const currency = readCurrency(
    first("product:sale_price:currency", "product:price:currency", "og:price:currency", "og:sale_price:currency"),
  );
  const amount = (...names: string[]) => readAmount(first(...names), currency);
  const regular = amount("product:price:amount", "og:price:amount", "product:price");
  const sale = amount("product:sale_price:amount", "og:sale_price:amount");
  const priceCents = sale ?? regular;
  if (!priceCents) return undefined;
  const original = amount("product:original_price:amount", "og:price:standard_amount");
  const gtins = [first("product:ean", "product:gtin", "product:upc", "og:upc", "product:isbn")].flatMap(
    (text) => (text && gtinOf(text)) || [],
  );
  const skus = [first("product:retailer_item_id", "product:mfr_part_no")].flatMap((text) => text ?? []);
  const offer: PageOffer = {
    priceCents,
    currency,
    isNet: false,
    availability: availabilityOf(first("product:availability", "og:availability")),
    originalCents: sale === null ? original : (regular ?? original),
    shippingCents: amount("product:shipping_cost:amount"),
    seller: null,
    gtins,
    skus,
  };
  return { gtins, offers: [offer] };
}

/** The products that a page shows, its own first: by JSON-LD, else by microdata or RDFa, else by Open Graph. */
export function productsOf({ blocks, items, metas }: PageData): PageProduct[] {
  for (const roots of [blocks, items]) {
    const named = namedIn(roots);
    const find = (item: Item) => named.get(textOf(item["@id"]) ?? "") ?? item;
    const products = productsIn(roots).map((item) => productOf(item, find));
    if (products.some(({ offers }) => offers.length > 0)) return products;
  }
  const product = productOfMetas(metas);
  return product ? [product] : [];
}

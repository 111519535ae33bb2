import type { Item } from "./page-data.ts";
import { readAmount, readCurrency } from "./read-amount.ts";

/** What a page asks for something. */
export interface PageOffer {
  /** Amounts are in stored units of the currency. */
  priceCents: number;
  /** `null`: it does not say. */
  currency: string | null;
  /** Without VAT. */
  isNet: boolean;
  /** `in_stock`, `out_of_stock`, …; `null`: it does not say. */
  availability: string | null;
  originalCents: number | null;
  shippingCents: number | null;
  seller: string | null;
  /** Codes that the offer or its product names: 14 digits, and SKUs as they are. */
  gtins: readonly string[];
  skus: readonly string[];
}

export const textOf = (value: unknown): string | null => {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === "string" || typeof first === "number" ? String(first).trim() || null : null;
};
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
export const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null;
/** `https://schema.org/InStock` is `instock`. */
const lastWord = (value: string): string => value.split(/[/#:]/).at(-1)?.toLowerCase() ?? "";
export const typesOf = (item: Item): string[] =>
  listOf(item["@type"]).flatMap((type) => (typeof type === "string" ? lastWord(type) : []));

const GTINS = ["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "ean", "isbn", "productID"];
const SKUS = ["sku", "mpn", "productID", "model"];
const DIGITS = /^\d{8,14}$/;

/** A GTIN in 14 digits. */
export const gtinOf = (text: string): string | null => {
  const digits = text.replace(/^[a-z]+\d*:/i, "").replaceAll(/[\s-]/g, "");
  return DIGITS.test(digits) ? digits.padStart(14, "0") : null;
};
const said = (item: Item, names: readonly string[]): string[] =>
  names.flatMap((name) => listOf(item[name]).flatMap((value) => textOf(value) ?? []));
export const gtinsOf = (item: Item): string[] => said(item, GTINS).flatMap((text) => gtinOf(text) ?? []);
export const skusOf = (item: Item): string[] => said(item, SKUS);

const AVAILABILITIES: Readonly<Record<string, string>> = {
  instock: "in_stock",
  in_stock: "in_stock",
  "in stock": "in_stock",
  onlineonly: "in_stock",
  instoreonly: "in_store_only",
  limitedavailability: "limited",
  outofstock: "out_of_stock",
  out_of_stock: "out_of_stock",
  "out of stock": "out_of_stock",
  oos: "out_of_stock",
  soldout: "out_of_stock",
  discontinued: "discontinued",
  preorder: "preorder",
  presale: "preorder",
  backorder: "backorder",
  madetoorder: "backorder",
  reserved: "out_of_stock",
};
export const availabilityOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null ? null : (AVAILABILITIES[lastWord(text)] ?? null);
};

const STRUCK = new Set(["strikethroughprice", "listprice", "srp", "msrp", "regularprice"]);
const isStruck = (specification: Item) => STRUCK.has(lastWord(textOf(specification["priceType"]) ?? ""));
const isNo = (value: unknown) => value === false || textOf(value)?.toLowerCase() === "false";

/** The price, the former price, and whether VAT is part of it, by the specifications of an offer. */
function specified(offer: Item) {
  const all = listOf(offer["priceSpecification"]).filter(isItem);
  const priced = all.filter((each) => readAmount(textOf(each["price"])) !== null);
  const plain = priced.filter((each) => !isStruck(each));
  // Not the price of a litre, nor that of ten.
  const whole = plain.filter(
    (each) => each["referenceQuantity"] === undefined && each["eligibleQuantity"] === undefined,
  );
  const listed = whole.length > 0 ? whole : plain;
  const gross = listed.find((each) => !isNo(each["valueAddedTaxIncluded"])) ?? listed[0];
  return { listed: gross, struck: priced.find(isStruck) };
}

function shippingOf(offer: Item, currency: string | null): number | null {
  const details = listOf(offer["shippingDetails"]).filter(isItem)[0];
  const rate = listOf(details?.["shippingRate"]).filter(isItem)[0];
  const same =
    rate === undefined || currency === null || (readCurrency(textOf(rate["currency"])) ?? currency) === currency;
  return rate && same ? readAmount(textOf(rate["value"]), currency) : null;
}

/** One offer; `null` when it names no price. `codes` are those of the product around it. */
export function readOffer(offer: Item, codes: Pick<PageOffer, "gtins" | "skus">): PageOffer | null {
  const { listed, struck } = specified(offer);
  const written = textOf(offer["price"]) ?? textOf(listed?.["price"]) ?? textOf(offer["lowPrice"]);
  const currency = readCurrency(textOf(offer["priceCurrency"]) ?? textOf(listed?.["priceCurrency"]));
  const priceCents = readAmount(written, currency);
  if (priceCents === null || priceCents === 0) return null;
  const seller = listOf(offer["seller"]).find((each) => isItem(each) || typeof each === "string");
  const inner = listOf(offer["itemOffered"]).filter(isItem);
  const gtins = [...gtinsOf(offer), ...inner.flatMap(gtinsOf)];
  const skus = [...skusOf(offer), ...inner.flatMap(skusOf)];
  return {
    priceCents,
    currency,
    isNet: listed !== undefined && isNo(listed["valueAddedTaxIncluded"]),
    availability: availabilityOf(offer["availability"]),
    originalCents: struck ? readAmount(textOf(struck["price"]), currency) : null,
    shippingCents: shippingOf(offer, currency),
    seller: isItem(seller) ? textOf(seller["name"]) : textOf(seller),
    gtins: gtins.length > 0 ? gtins : codes.gtins,
    skus: skus.length > 0 ? skus : codes.skus,
  };
}

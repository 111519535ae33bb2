import { withCheckDigit } from "../crash/kill.ts";

/** What the catalog and the shop must say of a product. */
export interface Expected {
  name: string;
  /** With two decimals. */
  price: string;
}

/** How many products are there first, of which the last `written` are left to writers, and how many rows each of the two files has. */
export interface StorySize {
  products: number;
  rows: number;
  written: number;
  /** Which part of the products that are there first is pushed to the shop: by their price, evenly over all. Absent: all of them. */
  pushedShare?: number | undefined;
}

export const skuOf = (number: number): string => `STORY-${number}`;
export const eanOf = (number: number): string => withCheckDigit(`44${String(number).padStart(10, "0")}`);

const PRICES = 900;
const priceOf = (whole: number, number: number): string => (whole + (number % PRICES) / 100).toFixed(2);
/** As it is imported first. */
const first = (number: number): Expected => ({ name: `Story ${number}`, price: priceOf(1, number) });
/** As one of the two files has it. */
const later = (number: number): Expected => ({ name: `Story ${number} again`, price: priceOf(20, number) });

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const csvOf = (numbers: readonly number[], valuesOf: (number: number) => Expected): string =>
  [
    "sku,ean,name,price",
    ...numbers.map((number) => {
      const { name, price } = valuesOf(number);
      return [skuOf(number), eanOf(number), name, price].join();
    }),
  ].join("\n");

/**
 * The products of the story, by numbers from 0: first a catalog, then two files at once, of which each changes products that no
 * other changes, and has as many new ones.
 */
export function storyCatalog({ products, rows, written, pushedShare = 1 }: StorySize) {
  const half = Math.floor(rows / 2);
  if (2 * half > products - written) throw new RangeError("The files change more products than there are");
  const isOfFile = (number: number) => number < 2 * half || number >= products;
  const pushedPrices = Math.max(1, Math.round(pushedShare * PRICES));
  return {
    /** The number of products that each file changes, and of those that it makes. */
    half,
    /** Once the files are imported. */
    total: products + 2 * half,
    /** The first of those that writers change. */
    writtenFrom: products - written,
    isOfFile,
    /** What the push is of: `filters` of its request. */
    pushed: pushedPrices < PRICES ? { filters: { price_max: Number(priceOf(1, pushedPrices - 1)) } } : {},
    /** Whether the shop has it in the end: what changes is sent to it too. */
    isInShop: (number: number) => isOfFile(number) || number % PRICES < pushedPrices,
    first,
    /** What a product is in the end, unless it is written. */
    last: (number: number): Expected => (isOfFile(number) ? later(number) : first(number)),
    base: () => csvOf(range(0, products), first),
    /** The file 0 or 1. */
    file: (file: number) => csvOf([...range(file * half, half), ...range(products + file * half, half)], later),
  };
}
export type StoryCatalog = ReturnType<typeof storyCatalog>;

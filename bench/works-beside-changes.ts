import { READERS, type Work } from "./http.ts";
import type { Sample } from "./sample.ts";

const PAGE_ROWS = 20;

/** The n-th in an order that visits all of them and looks like chance. */
const scattered = (sequence: number, count: number) => (sequence * 7919 + 13) % Math.max(count, 1);
export const anyOf = <T>(values: readonly T[], sequence: number) => values[scattered(sequence, values.length)];
export const anyPage = (sequence: number, total: number) =>
  1 + scattered(sequence, Math.floor((total * 0.9) / PAGE_ROWS));
/** The lower end of a range of prices of one unit, anywhere below 100. */
export const rangeFrom = (sequence: number) => scattered(sequence, 9_900) / 100;

const besideChanges = (work: string) => `${work}, beside changes`;
export const BESIDE = {
  byEan: besideChanges("product by EAN, any"),
  active: besideChanges("list of active products, any page by cursor"),
  activeByNumber: besideChanges("list of active products, any page by number"),
  byBrand: besideChanges("list by brand, any"),
  byCategory: besideChanges("list by category, any"),
  byPrices: besideChanges("list by a range of prices, any"),
  byPrice: besideChanges("list sorted by price, any page by cursor"),
  ranked: besideChanges("ranked, two words never asked for before"),
} as const;

const TARGETS: Partial<Record<keyof typeof BESIDE, string>> = {
  byEan: "≥ 5 × PocketBase",
  active: "≥ 2,000 /s or 12 × PocketBase",
  activeByNumber: "≥ 15 × PocketBase",
  byBrand: "≥ 15 × PocketBase",
  byCategory: "≥ 15 × PocketBase",
  byPrices: "≥ 15 × PocketBase",
  ranked: "≥ 100 × PocketBase",
};

/** Reads of keys and pages from anywhere in the catalog: no cache holds them while 20 products change in a second. */
export function worksBesideChanges(sample: Sample, get: (path: string) => string): Work[] {
  const { manyEans, brandIds, categoryIds, pairs, activeCursors, priceCursors, total } = sample;
  const paths: Record<keyof typeof BESIDE, (n: number) => string> = {
    byEan: (n) => `/products?ean=${anyOf(manyEans, n)}`,
    active: (n) => `/products?is_active=true&cursor=${anyOf(activeCursors, n)}`,
    activeByNumber: (n) => `/products?is_active=true&page=${anyPage(n, total)}`,
    byBrand: (n) => `/products?brand_id=${anyOf(brandIds, n)}`,
    byCategory: (n) => `/products?category_id=${anyOf(categoryIds, n)}`,
    byPrices: (n) => `/products?price_min=${rangeFrom(n)}&price_max=${rangeFrom(n) + 1}`,
    byPrice: (n) => `/products?sort_by=price&sort_order=asc&cursor=${anyOf(priceCursors, n)}`,
    ranked: (n) => `/search/products?q=${pairs[n % pairs.length]}`,
  };
  // The keys of a literal object are its own.
  return (Object.keys(BESIDE) as (keyof typeof BESIDE)[]).map((key) => ({
    work: BESIDE[key],
    connections: READERS,
    isEven: false,
    target: TARGETS[key] ?? "",
    request: (n) => get(paths[key](n)),
  }));
}

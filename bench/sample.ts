import type { Client } from "./client.ts";

const SAMPLE_MAX = 2_000;
/** More products than a service keeps answers about. */
const MANY_MAX = 20_000;
/** Places in a list. */
const PLACES = 400;

interface Product {
  id: string;
  ean: string;
  title: string;
}

export interface Sample {
  ids: string[];
  /** Enough that none is requested twice before all the others are. */
  manyIds: string[];
  eans: string[];
  manyEans: string[];
  /** Places all over the list of active products, and over the one sorted by price. */
  activeCursors: string[];
  priceCursors: string[];
  /** Two words of a title each, all different. */
  pairs: string[];
  /** The same of other titles, none of which is among those. */
  otherPairs: string[];
  /** Points at 90 % of the list. */
  deepCursor: string;
  deepPage: number;
  brandIds: string[];
  categoryIds: string[];
  /** Their names. */
  brands: string[];
  categories: string[];
  total: number;
}

/** Any two longer words of a title. */
function pairsOf({ title }: Product): string[] {
  const words = title.match(/\p{L}{4,}/gu) ?? [];
  return words.flatMap((word, at) => words.slice(at + 1).map((other) => encodeURIComponent(`${word} ${other}`)));
}

/** Where pages of a list begin, all over its first nine tenths. */
async function cursorsOf(call: Client["call"], query: string, total: number): Promise<string[]> {
  const cursors: string[] = [];
  const pages = Math.floor((total * 0.9) / 20);
  for (let page = 1; page <= pages; page += Math.max(1, Math.floor(pages / PLACES))) {
    const { meta } = await call("GET", `/products?${query}&page=${page}`);
    if (meta.next_cursor !== null) cursors.push(encodeURIComponent(meta.next_cursor));
  }
  return cursors;
}

/** Picks products to ask for, and places in the list. */
export async function takeSample({ call }: Client): Promise<Sample> {
  const products: Product[] = [];
  const { total } = (await call("GET", "/products?per_page=1")).meta;
  for (let page = 1; products.length < Math.min(MANY_MAX, total); page++) {
    products.push(...(await call("GET", `/products?per_page=100&page=${page}`)).items);
  }
  const few = products.slice(0, SAMPLE_MAX);
  const pairs = new Set(few.flatMap(pairsOf));
  const otherPairs = new Set(products.slice(SAMPLE_MAX).flatMap(pairsOf)).difference(pairs);
  const deepPage = Math.max(1, Math.floor((total * 0.9) / 20));
  const { meta } = await call("GET", `/products?page=${deepPage}`);
  const brands: { id: string; name: string }[] = await call("GET", "/products/brands/list");
  const categories: { id: string; name: string }[] = await call("GET", "/products/categories/list");
  return {
    ids: few.map(({ id }) => id),
    manyIds: products.map(({ id }) => id),
    eans: few.map(({ ean }) => ean),
    manyEans: products.map(({ ean }) => ean),
    activeCursors: await cursorsOf(call, "is_active=true", total),
    priceCursors: await cursorsOf(call, "sort_by=price&sort_order=asc", total),
    pairs: [...pairs],
    otherPairs: [...otherPairs],
    deepCursor: encodeURIComponent(meta.next_cursor ?? ""),
    deepPage,
    brandIds: brands.map(({ id }) => id),
    categoryIds: categories.map(({ id }) => id),
    brands: brands.map(({ name }) => name),
    categories: categories.map(({ name }) => name),
    total,
  };
}

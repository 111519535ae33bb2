import type { Reader } from "../../db/ports.ts";
import { listProductsByRow } from "../../db/products/list.ts";
import type { ListedProduct } from "../../db/products/listed-product.ts";
import { listNames, type Named } from "../../search/names.ts";
import { FACETS, type FacetCount, type FacetName, type Hit } from "../../search/port.ts";
import { gradeOf } from "../products/completeness.ts";
import { listItem } from "../products/product-body.ts";
import type { ListItem } from "../products/schema.ts";
import type { ProductSearch, Search } from "./product-search.ts";

/** A search as it is asked of a worker thread. */
export interface SearchRequest extends Search {
  facets: FacetName[];
  offset: number;
  limit: number;
}

export interface FoundProduct {
  product: ListItem;
  score: number;
}

/** A value of a facet as it is shown. */
export interface FacetValue {
  id: string;
  name: string;
  count: number;
}
export type FacetValues = Partial<Record<FacetName, FacetValue[]>>;

interface SearchResult {
  found: FoundProduct[];
  total: number;
  facets: FacetValues;
}

const VALUES_MAX = 100;
const NAMED: Partial<Record<FacetName, Named>> = {
  brand: "brand",
  category: "category",
  supplier: "supplier",
  tag: "tag",
};

/** Finds a page of products, each read again from its row, and counts facets. Throws `SearchUnavailable`. */
export async function findProducts(search: ProductSearch, db: Reader, request: SearchRequest): Promise<SearchResult> {
  const { facets: names, offset, limit } = request;
  const { hits, total } = await search.find(db, request, { offset, limit });
  const products = await listProductsByRow(
    db,
    hits.map(({ rowId }) => rowId),
  );
  return { ...foundOf({ hits, total }, products), facets: await facetsOf(search, db, request, names) };
}

/** Hits with the products that their rows hold now. */
function foundOf({ hits, total }: { hits: readonly Hit[]; total: number }, products: readonly ListedProduct[]) {
  const scores = new Map(hits.map(({ rowId, score }) => [rowId, score]));
  const found = products.map(
    (product): FoundProduct => ({ product: listItem(product), score: scores.get(product.rowId) ?? 0 }),
  );
  // What was erased since the index was asked is no hit.
  return { found, total: total - (hits.length - found.length) };
}

async function facetsOf(search: ProductSearch, db: Reader, request: Search, names: readonly FacetName[]) {
  const facets: FacetValues = {};
  const wanted = FACETS.filter((each) => names.includes(each));
  const counts = await search.facets(db, request, wanted);
  for (const facet of wanted) facets[facet] = await shown(db, facet, counts.get(facet) ?? []);
  return facets;
}

/** The values of most products, with their names; those alike by name. */
async function shown(db: Reader, facet: FacetName, counts: readonly FacetCount[]): Promise<FacetValue[]> {
  const folded = facet === "completeness_grade" ? byGrade(counts) : counts;
  const most = folded
    .toSorted((one, other) => other.count - one.count || compareTexts(one.value, other.value))
    .slice(0, VALUES_MAX);
  const kind = NAMED[facet];
  const ids = most.map(({ value }) => value);
  const named = kind ? await listNames(db, kind, ids) : ids.map((id) => ({ id, name: id }));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return most
    .flatMap(({ value, count }) => {
      const name = names.get(value);
      return name === undefined ? [] : [{ id: value, name, count }];
    })
    .toSorted(
      (one, other) => other.count - one.count || compareTexts(one.name, other.name) || compareTexts(one.id, other.id),
    );
}

/** As the database orders them: by their characters, not by a language. */
const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

function byGrade(counts: readonly FacetCount[]): FacetCount[] {
  const sums = new Map<string, number>();
  for (const { value, count } of counts) {
    const grade = gradeOf(Number(value));
    sums.set(grade, (sums.get(grade) ?? 0) + count);
  }
  return Array.from(sums, ([value, count]) => ({ value, count }));
}

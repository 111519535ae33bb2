import type { Reader } from "../../db/ports.ts";
import { withCategoriesBelow } from "../../db/products/lists/categories-below.ts";
import type { FacetValue } from "../../db/products/lists/facets.ts";
import { listProductsByRow } from "../../db/products/lists/list.ts";
import type { ListedProduct } from "../../db/products/lists/listed-product.ts";
import { gradeOf } from "../../db/products/shown.ts";
import { listNames, type Named } from "../../search/index-names.ts";
import { FACETS, type FacetCount, type FacetName, type Hit } from "../../search/port.ts";
import type { ListItem } from "../products/schema.ts";
import { listItemText } from "../products/views/product-body.ts";
import { addCounts, type HitsPage, type ProductSearch, type Search } from "./product-search.ts";

/** A search as a worker thread is called for it. */
export interface SearchRequest extends Search, HitsPage {
  facets: FacetName[];
}

export interface FoundProduct {
  /** As JSON text, which is sent, and what that says. */
  text: string;
  product: ListItem;
  score: number;
}

export type FacetValues = Partial<Record<FacetName, FacetValue[]>>;

interface SearchResult {
  found: FoundProduct[];
  total: number;
  /** Where the page ends; `null` when no hits come after it. */
  end: Hit | null;
  /** The index lacks more of the latest changes than were looked through. */
  isBehind: boolean;
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
  const { facets: names, offset, after, limit } = request;
  const { hits, total, hasMore, isBehind } = await search.find(db, request, { offset, after, limit });
  const products = await listProductsByRow(
    db,
    hits.map(({ rowId }) => rowId),
  );
  const end = (hasMore ? hits.at(-1) : undefined) ?? null;
  const counted = await facetsOf(search, db, request, names);
  const found = foundOf({ hits, total }, products);
  return { ...found, end, facets: counted.facets, isBehind: isBehind || counted.isBehind };
}

/** Hits with the products that their rows hold now. */
function foundOf({ hits, total }: { hits: readonly Hit[]; total: number }, products: readonly ListedProduct[]) {
  const scores = new Map(hits.map(({ rowId, score }) => [rowId, score]));
  const found = products.map((listed): FoundProduct => {
    const text = listItemText(listed);
    // As it was written.
    return { text, product: JSON.parse(text) as ListItem, score: scores.get(listed.rowId) ?? 0 };
  });
  // A product erased since the search of the index is no hit.
  return { found, total: total - (hits.length - found.length) };
}

async function facetsOf(search: ProductSearch, db: Reader, request: Search, names: readonly FacetName[]) {
  const facets: FacetValues = {};
  const wanted = FACETS.filter((each) => names.includes(each));
  const { counts, isBehind } = await search.facets(db, request, wanted);
  for (const facet of wanted) facets[facet] = await shown(db, facet, counts.get(facet) ?? []);
  return { facets, isBehind };
}

/** The values of most products, with their names; those alike by name. */
async function shown(db: Reader, facet: FacetName, counts: readonly FacetCount[]): Promise<FacetValue[]> {
  const folded = await foldedCounts(db, facet, counts);
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

/** The counts as they are shown: by grade, and of categories with what lies below each, as the filter takes them. */
async function foldedCounts(
  db: Reader,
  facet: FacetName,
  counts: readonly FacetCount[],
): Promise<readonly FacetCount[]> {
  if (facet === "completeness_grade") return byGrade(counts);
  if (facet !== "category") return counts;
  const totals = await withCategoriesBelow(
    db,
    counts.map(({ value, count }) => [value, count]),
  );
  return totals.map(([value, count]) => ({ value, count }));
}

const byGrade = (counts: readonly FacetCount[]): FacetCount[] =>
  addCounts(counts.map(({ value, count }) => ({ value: gradeOf(Number(value)), count })));

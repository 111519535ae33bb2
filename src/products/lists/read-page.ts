import type { Reader } from "../../../db/ports.ts";
import { countAllProducts } from "../../../db/products/lists/count.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { countCall, pageCall } from "../calls.ts";
import { countList, findPage, type ProductPageRequest, type ProductPageRows } from "./find-page.ts";
import { type KnownLength, knownLength, type ProductListPlace } from "./list-length.ts";
import { countPlanOf, isPointed, planOf, SHORT_MAX } from "./list-plan.ts";

interface ReadPage {
  rows: ProductPageRows;
  /** `null` when it was not requested. */
  total: number | null;
  /** The total was counted before the last change. */
  isEstimate: boolean;
}

/** Counts a list where its plan says, once for all who ask at a time. */
async function countNow(
  { services, db, state }: ProductListPlace,
  filter: ProductFilter,
  { put, hint }: KnownLength,
  products: number,
): Promise<number> {
  const { runs } = countPlanOf(filter, { products, listed: hint });
  const count = () => (runs === "here" ? countList(db, filter) : services.call(countCall, db.tenantId, filter));
  const counted = await services.cache.answer(db, "catalog", ["count", filter], count, { state });
  put(counted);
  return counted.total;
}

/** Whether the length of a list is needed to plan its page: nothing else says how soon enough products are found. */
const isNeeded = (request: ProductPageRequest, products: number): boolean =>
  planOf(request, { products, listed: 1 }).rows !== planOf(request, { products, listed: products }).rows;

/** What a list found by keys needs to know of its length: it is as short as they are few. */
const SHORT: KnownLength = { total: undefined, estimate: undefined, hint: undefined, put: () => undefined };

/** What is known of a list's length, and how many products the tenant has, by which its page is planned. */
async function lengthAndProducts(place: ProductListPlace, filter: ProductFilter): Promise<[KnownLength, number]> {
  if (isPointed(filter) && place.db.isDistant) return [SHORT, 0];
  return Promise.all([knownLength(place, ["products", filter]), place.products ?? productsOf(place.db)]);
}

/** Reads a page where its plan says; its total is cached while nothing changes. */
export async function readPage(
  place: ProductListPlace,
  request: ProductPageRequest,
  includeTotal: boolean,
): Promise<ReadPage> {
  const { services, db } = place;
  const { filter } = request;
  const [length, products] = await lengthAndProducts(place, filter);
  let { total } = length;
  let listed = length.hint;
  if (listed === undefined && isNeeded(request, products)) {
    total = await countNow(place, filter, length, products);
    listed = total;
  }
  const { runs } = planOf(request, { products, listed });
  const wanted = { ...request, isShort: listed !== undefined && listed < SHORT_MAX };
  const isCounted = includeTotal && total === undefined && length.estimate === undefined;
  const isCheap = countPlanOf(filter, { products, listed: length.hint }).runs === "here";
  // A round trip takes longer than a count that the page may make needless.
  if (isCounted && isCheap && db.isDistant) void countNow(place, filter, length, products).catch(() => undefined);
  const rows = runs === "here" ? await findPage(db, wanted) : await services.call(pageCall, db.tenantId, wanted);
  if (!includeTotal) return { rows, total: null, isEstimate: false };
  const exact = rows.total ?? total;
  if (exact !== undefined) return { rows, total: exact, isEstimate: false };
  if (length.estimate !== undefined) return { rows, total: length.estimate, isEstimate: true };
  return { rows, total: await countNow(place, filter, length, products), isEstimate: false };
}

export const productsOf = (db: Reader): Promise<number> => countAllProducts(db, { includeDeleted: true });

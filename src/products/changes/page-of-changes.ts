import { countAllProducts } from "../../../db/products/lists/count.ts";
import type { MachineProduct } from "../../../db/products/machine-products.ts";
import { readSequence } from "../../../db/products/sequence.ts";
import { decodeCursor, encodeCursor } from "../../http/input/cursor.ts";
import { nameKey } from "../../text/name-key.ts";
import { changesCall } from "../calls.ts";
import { FAR_OFFSET, knownLength, LARGE_CATALOG, type ProductListPlace } from "../lists/list-length.ts";
import type { KnownPages } from "../lists/shared-page-marks.ts";
import { findChanges } from "./find-changes.ts";

/** Where the change feed is read, and who reads it. */
export interface ChangesPlace extends ProductListPlace {
  pages: KnownPages;
  callerId: string;
  nowMs: number;
}

export interface ChangesInput {
  /** Unix microseconds; `null`: everything. */
  sinceUs: number | null;
  /** Whether a product that changed at exactly that time is one of them. */
  inclusive: boolean;
  supplierCode?: string | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
  cursor?: string | undefined;
}

export interface ChangesPage {
  products: MachineProduct[];
  /** Of the whole list. */
  total: number;
  /** How far a reader of all pages up to this one has read; `null` when nothing says. */
  reachedUs: number | null;
  nextCursor: string | null;
}

/** The first tick of a page. */
interface Start {
  fromUs: number;
  offset: number;
  /** How far a reader of the pages before it has read; `null` when nothing says. */
  readToUs: number | null;
  /** Whether it goes on where the page before it ended. */
  follows: boolean;
}

/**
 * A page of the products that have changed, in the order of their changes. A page goes on where the one before it ended
 * for this caller, so that products which change meanwhile push nothing past the pages: they come again at the end. Where
 * that is not known (on a file: the service was restarted between two pages) the page is found by its number, and `reachedUs` stays
 * at where the caller began. Throws INVALID_PARAMETER for a cursor of another list.
 */
export async function pageOfChanges(place: ChangesPlace, input: ChangesInput): Promise<ChangesPage> {
  const { pages, callerId, db, nowMs } = place;
  const { sinceUs, page, pageSize } = input;
  const filter = {
    fromUs: sinceUs === null ? 0 : sinceUs + (input.inclusive ? 0 : 1),
    supplierKey: input.supplierCode === undefined ? null : nameKey(input.supplierCode),
  };
  const list = `${db.tenantId} changes ${JSON.stringify(filter)}`;
  const read = `${list} ${callerId} ${pageSize}`;
  const sequence = await readSequence(db);
  // A time to come is never fully read.
  const begunUs = sinceUs === null ? null : Math.min(sinceUs, Math.max(nowMs * 1000, sequence));
  const before = input.cursor === undefined ? await pages.endBefore(db, read, page) : undefined;
  const start = startOf(input, { fromUs: filter.fromUs, begunUs }, list, before);
  const { rows, total } = await readChanges(place, { filter, ...start, limit: pageSize });
  const last = rows.products.at(-1);
  if (start.follows) await noteGiven(place, read, input, rows);
  return {
    products: rows.products,
    total,
    reachedUs: last && start.follows ? last.updatedAtUs : start.readToUs,
    nextCursor: last && rows.hasMore ? encodeCursor(list, [last.updatedAtUs]) : null,
  };
}

/** Notes a page by its number that is given out. */
async function noteGiven(
  { pages, db }: ChangesPlace,
  read: string,
  { page, pageSize, cursor }: ChangesInput,
  { products }: Pick<ChangesPage, "products">,
): Promise<void> {
  if (cursor !== undefined) return;
  const endUs = products.at(-1)?.updatedAtUs ?? null;
  await pages.note(db, read, { page, isFull: products.length === pageSize, endUs });
}

function startOf(
  { page, pageSize, cursor }: ChangesInput,
  { fromUs, begunUs }: { fromUs: number; begunUs: number | null },
  list: string,
  endBefore: number | undefined,
): Start {
  const first = { fromUs, offset: 0, readToUs: begunUs, follows: true };
  if (cursor === undefined && page === 1) return first;
  const [end] = cursor === undefined ? [endBefore] : decodeCursor(list, cursor, ["count"]);
  if (end === undefined) return { ...first, offset: (page - 1) * pageSize, follows: false };
  return { fromUs: end + 1, offset: 0, readToUs: end, follows: true };
}

/** Reads a page here, or in a worker thread when it may take long. Its total is cached while nothing changes. */
async function readChanges(place: ChangesPlace, request: Omit<Parameters<typeof findChanges>[1], "counts">) {
  const { services, db } = place;
  const { total: known, put } = await knownLength(place, ["changes", request.filter]);
  const query = { ...request, counts: known === undefined };
  const isCostly = query.counts || request.filter.supplierKey !== null || request.offset > FAR_OFFSET;
  const isHeavy = isCostly && (await countAllProducts(place.db)) > LARGE_CATALOG;
  const rows = isHeavy ? await services.call(changesCall, db.tenantId, query) : await findChanges(db, query);
  if (rows.total !== null) put({ total: rows.total, countMs: rows.countMs });
  return { rows, total: known ?? rows.total ?? 0 };
}

import { setImmediate as turn } from "node:timers/promises";
import { isDiskRefusal } from "../../db/local/disk-refusal.ts";
import { EVERY_TENANT, type Reader } from "../../db/ports.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { listNextErased } from "../../search/erased-rows.ts";
import { ensureIndexState, findIndexState, listUnindexed } from "../../search/libsql/index-state.ts";
import { countIndexed, INDEX_TABLES, mergeNext } from "../../search/libsql/merge-index.ts";
import { findHashes, type IndexEntry, indexChanges } from "../../search/libsql/write-index.ts";
import { listChangedPacked, type PackedSource } from "../../search/product-sources.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { lookAgain } from "../look-again.ts";
import { indexEntry, sourceHash } from "./index-entry.ts";
import { ALONE, type IndexHolder, openIndexHolder } from "./index-holder.ts";

/** Until a change is in the index, each search looks through it: it may wait this long. */
const POLL_MS = 500;
/** Who changes the same products again and again has them indexed once for several changes. */
const PAUSE_MS = 200;
const RETRY_MS = 2_000;
const DISK_RETRY_MS = 5_000;
const TENANTS_MAX = 100;
/** FTS5 merges what each step has left: steps of 400 cost a third more. */
const PRODUCTS_MAX = 1_000;
const ERASED_MAX = 1_000;
/** About 5 ms of this thread's time, which has other work as well. */
const PRODUCTS_A_TURN = 250;

/** Of the rows of the index; written since its parts were merged, they are worth doing it again. */
const WRITTEN_PART = 0.25;
const WRITTEN_MIN = 5_000;

/** Merges what many steps have left in the index, when these have come to their end. */
interface Merging {
  /** Notes how many rows were written. */
  note(rows: number): void;
  /** A step of some milliseconds. Returns 0 when more is to do, else `undefined`. */
  step(): Promise<number | undefined>;
}

/**
 * After an import each word stands in twenty parts of the index, and a search that asks for it looks into all of them: merged
 * they cost it a tenth less. On a database server nothing is merged, whose writer all processes share.
 */
export function openMerging({
  reader,
  writeIndex,
  config,
}: Pick<ThreadServices, "reader" | "writeIndex" | "config">): Merging {
  let written = 0;
  let left: { table: (typeof INDEX_TABLES)[number]; isBegun: boolean }[] = [];
  const isWorthwhile = async () =>
    config.databaseUrl === undefined &&
    written >= WRITTEN_MIN &&
    written >= (await countIndexed(reader(EVERY_TENANT))) * WRITTEN_PART;
  return {
    note: (rows) => {
      written += rows;
    },
    step: async () => {
      if (left.length === 0 && (await isWorthwhile())) {
        written = 0;
        left = INDEX_TABLES.map((table) => ({ table, isBegun: false }));
      }
      const [next] = left;
      if (!next) return undefined;
      const isDone = await writeIndex(mergeNext, EVERY_TENANT, { ...next });
      next.isBegun = true;
      if (isDone) left.shift();
      return 0;
    },
  };
}

/** Keeps libSQL's search index up with the products of all tenants until `signal` aborts. Never throws. */
export async function followSearch(services: ThreadServices, signal: AbortSignal): Promise<void> {
  const holder = openIndexHolder(services, "libsql");
  const merging = openMerging(services);
  await lookAgain(
    services,
    {
      look: async () => (await catchUp(services, signal, holder, merging.note)) ?? merging.step(),
      restMs: POLL_MS,
      fault: "cannot index products",
      retryMs: (error) => (isDiskRefusal(error) ? DISK_RETRY_MS : RETRY_MS),
    },
    signal,
  );
  await holder.close();
}

/**
 * Takes some changes of each tenant that is behind, in turns. Returns when the next look is due, in milliseconds; 0: more are
 * known; `undefined`: none was behind that no other process follows.
 */
export async function catchUp(
  services: ThreadServices,
  signal: AbortSignal,
  holder: IndexHolder = ALONE,
  /** Hears how many rows a step has written. */
  note: (rows: number) => void = () => undefined,
): Promise<number | undefined> {
  const tenants = await listUnindexed(services.reader(EVERY_TENANT), TENANTS_MAX);
  let [isMore, isAny] = [false, false];
  for (const tenantId of tenants) {
    if (signal.aborted) return 0;
    const done = await holder.step(tenantId, () => indexNext(services, tenantId));
    isAny ||= done !== undefined;
    isMore ||= done?.isCut ?? false;
    note(done?.rows ?? 0);
  }
  if (!isAny) return undefined;
  return isMore || tenants.length === TENANTS_MAX ? 0 : PAUSE_MS;
}

/** Takes a tenant's next changes into the index. Says how many these were, and whether there were more than a step takes. */
async function indexNext(services: ThreadServices, tenantId: string): Promise<{ isCut: boolean; rows: number }> {
  const db = services.reader(tenantId);
  const { tag, indexedToUs: fromUs } =
    (await findIndexState(db)) ?? (await services.writeIndex(ensureIndexState, tenantId, undefined));
  const { changed, erased, toUs, isCut } = await readNext(db, fromUs);
  const entries: IndexEntry[] = [];
  const fresh = await withoutKnown(db, changed);
  for (let at = 0; at < fresh.length; at += PRODUCTS_A_TURN) {
    for (const source of fresh.slice(at, at + PRODUCTS_A_TURN)) entries.push(indexEntry(source, tag));
    await turn();
  }
  await services.writeIndex(indexChanges, tenantId, { entries, erased, fromUs, toUs });
  return { isCut, rows: entries.length + erased.length };
}

/** Without products of which the index has all it is made of: mostly those of which only the stock has changed. */
export async function withoutKnown(db: Reader, changed: readonly PackedSource[]): Promise<PackedSource[]> {
  const known = await findHashes(db, changed);
  return changed.filter((source) => known.get(source.rowId)?.sourceHash !== sourceHash(source));
}

/** The next changes of a tenant: the products and the erased rows up to one value of its clock. */
async function readNext(db: Reader, fromUs: number) {
  // Before the rows: a change that comes between is read, or is left for the next time.
  const clock = await readSequence(db);
  const changed = await listChangedPacked(db, fromUs, PRODUCTS_MAX);
  const erased = await listNextErased(db, fromUs, ERASED_MAX);
  const ends = [endOf(changed, PRODUCTS_MAX), endOf(erased, ERASED_MAX)].filter((end) => end !== undefined);
  // With fewer nothing is missing, also when the clock is ahead of all products because the latest was erased.
  const last = Math.max(clock, ...[changed, erased].map((list) => list.at(-1)?.updatedAtUs ?? 0));
  const toUs = Math.min(last, ...ends);
  const isIn = ({ updatedAtUs }: { updatedAtUs: number }) => updatedAtUs <= toUs;
  const rows = erased.filter(isIn).map(({ rowId }) => rowId);
  return { changed: changed.filter(isIn), erased: rows, toUs, isCut: ends.length > 0 };
}

/** Where a list ends that was cut off at its maximum. */
const endOf = (list: readonly { updatedAtUs: number }[], max: number): number | undefined =>
  list.length === max ? list.at(-1)?.updatedAtUs : undefined;

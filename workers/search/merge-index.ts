import { EVERY_TENANT } from "../../db/ports.ts";
import { countIndexed, INDEX_TABLES, mergeNext } from "../../search/libsql/merge-index.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Of the rows of the index; written since its parts were merged, they are worth doing it again. */
const WRITTEN_PART = 0.25;
const WRITTEN_MIN = 5_000;

/** Merges what many steps have left in the index, when these have come to their end. */
export interface Merging {
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

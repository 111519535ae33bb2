import type { Reader, Tx } from "./ports.ts";
import type { Args, Row } from "./rows.ts";

type Maybe<T> = T | Promise<T>;

/** Runs statements: at once on a file, over the network on a server. `tenantId` is bound as `:tenant`. */
export interface Executor {
  rows(sql: string, args: Args, tenantId?: string): Maybe<Row[]>;
  /** The first row; the others are not read. */
  row(sql: string, args: Args, tenantId?: string): Maybe<Row | undefined>;
  run(sql: string, args: Args, tenantId?: string): Maybe<number>;
  runMany(sql: string, args: readonly Args[], tenantId?: string): Maybe<void>;
  /** Reads whose answers are kept for who asks the same before the next write. Absent where a read costs nothing. */
  ahead?: Pick<Executor, "rows" | "row">;
}

/** Binds an executor's reads to one tenant. */
export function readerOf({ rows, row: firstRow }: Pick<Executor, "rows" | "row">, tenantId: string): Reader {
  return {
    tenantId,
    commits: () => null,
    all: async (sql, args, read) => (await rows(sql, args, tenantId)).map(read),
    first: async (sql, args, read) => {
      const row = await firstRow(sql, args, tenantId);
      return row === undefined ? undefined : read(row);
    },
    one: async (sql, args, read) => {
      const row = await firstRow(sql, args, tenantId);
      if (row === undefined) throw new Error(`Cannot read the one row of: ${sql}`);
      return read(row);
    },
  };
}

/** Binds an open transaction to one tenant. */
export const txOf = (executor: Executor, tenantId: string, wakeJobs: () => void): Tx => ({
  ...readerOf(executor, tenantId),
  run: async (sql, args) => executor.run(sql, args, tenantId),
  runMany: async (sql, args) => executor.runMany(sql, args, tenantId),
  send: async (sql, args) => executor.runMany(sql, [args], tenantId),
  ahead: (begin) => {
    if (!executor.ahead) return;
    // Who asks again hears of the fault.
    for (const read of begin(readerOf(executor.ahead, tenantId))) read.catch(() => undefined);
  },
  as: (other) => txOf(executor, other, wakeJobs),
  wakeJobs,
});

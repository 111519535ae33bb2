import { readerOf } from "../handle.ts";
import type { Database, Write, WriterStats } from "../ports.ts";
import { openConnection } from "./connection.ts";

/** A thread's line into the writer thread. */
export interface WriterLine {
  write: Write;
  writerStats(): Promise<WriterStats>;
}

/** A thread's view of a database file: its own read-only connection, and `write` into the writer thread. */
export function openLocalDatabase(path: string, { write, writerStats }: WriterLine): Database {
  const connection = openConnection(path, "reader");
  return {
    reader: (tenantId) => readerOf(connection, tenantId),
    snapshot: async (tenantId) => {
      const frozen = openConnection(path, "reader");
      frozen.exec("begin");
      return { ...readerOf(frozen, tenantId), close: () => frozen.close() };
    },
    write,
    writerStats,
    close: () => connection.close(),
  };
}

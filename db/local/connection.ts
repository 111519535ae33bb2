import Libsql from "libsql";
import type { Executor } from "../handle.ts";
import { type Args, type Binder, binderOf, parameterNames, type Row, type RowMaker, rowMakerOf } from "../rows.ts";
import { dropCode, restOf, trimHeap } from "./rest.ts";

const STATEMENTS_MAX = 500;
const LOCK_WAIT_MS = 5_000;
// The operating system caches the file as well; what is held here is held by each thread.
const WRITER_CACHE_KIB = 32 * 1024;
const INDEX_WRITER_CACHE_KIB = 16 * 1024;
const READER_CACHE_KIB = 8 * 1024;
const INDEX_READER_CACHE_KIB = 4 * 1024;

// `journal_mode` is stored in the file; the rest lasts as long as the connection. A checkpoint writes every page that
// changed since the last one, and all writers wait for it. One in 16 MiB of log costs a bulk load far less than SQLite's
// own 4 MiB; one in 64 MiB would save an import an eighth of its writing, and stop writers for four times as long: a
// hundred milliseconds. A start reads at most that much log. A log that has grown beside a long read is cut back to 32 MiB
// when it is begun again.
const LOG = "pragma journal_mode = wal; pragma wal_autocheckpoint = 4096; pragma journal_size_limit = 33554432;";
const WRITER = `${LOG} pragma synchronous = full; pragma foreign_keys = on;
  pragma cache_size = -${WRITER_CACHE_KIB}; pragma temp_store = memory;`;
// The index is made of what the database holds and is filled again from where it says it is: its commits need not wait for
// the disk.
const INDEX_WRITER = `${LOG} pragma synchronous = normal;
  pragma cache_size = -${INDEX_WRITER_CACHE_KIB}; pragma temp_store = memory;`;
// The driver ignores its own `readonly` option. A reader must never checkpoint: that is the writer's alone.
const READER = `pragma query_only = on; pragma wal_autocheckpoint = 0;
  pragma cache_size = -${READER_CACHE_KIB};`;
const MODES = { writer: WRITER, "index-writer": INDEX_WRITER, reader: READER };

interface Prepared {
  statement: Libsql.Statement;
  bind: Binder;
  /** Makes rows of what the driver answers: arrays, because a row that it makes itself costs it a call for each column. */
  toRow: RowMaker;
  isWrite: boolean;
}

/** Any of these words, be it within a text, makes a statement one that may write. */
const WRITES = /\b(?:insert|update|delete|replace)\b/i;

export interface Connection extends Executor {
  rows(sql: string, args: Args, tenantId?: string): Row[];
  row(sql: string, args: Args, tenantId?: string): Row | undefined;
  run(sql: string, args: Args, tenantId?: string): number;
  runMany(sql: string, args: readonly Args[], tenantId?: string): void;
  /** How many calls so far may have written. */
  writes(): number;
  /** Whether a transaction is open: SQLite takes one back by itself when the disk refuses what it needs. */
  isInTransaction(): boolean;
  /** Of the database file. */
  path: string;
  /** Reads another database file as if its tables were in this one. */
  attach(path: string): void;
  /**
   * Brings the log into the file and makes it empty. Returns whether no other connection was in the way; does not wait for
   * other connections.
   */
  cutLog(): boolean;
  /** Runs a script of several statements. */
  exec(sql: string): void;
  /** The driver keeps the file open until what was prepared is collected: see `releaseClosed`. */
  close(): void;
}

function attach(libsql: Libsql.Database, path: string): void {
  libsql.prepare("attach ? as attached").run(path);
  libsql.exec(`pragma attached.cache_size = -${INDEX_READER_CACHE_KIB}`);
}

function cutLog(libsql: Libsql.Database): boolean {
  libsql.exec("pragma busy_timeout = 0");
  try {
    // Busy, frames, copied.
    const [row] = libsql.prepare("pragma wal_checkpoint(truncate)").raw().all() as number[][];
    return row?.[0] === 0;
  } finally {
    libsql.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`);
  }
}

/**
 * Opens a database file. One process has at most one writer of a file, because this SQLite (3.45.1) can corrupt a WAL file that
 * two connections write or checkpoint. Every call blocks its thread until SQLite is done.
 */
export function openConnection(path: string, mode: keyof typeof MODES): Connection {
  const libsql = new Libsql(path, { timeout: LOCK_WAIT_MS });
  libsql.exec(MODES[mode]);
  const prepared = new Map<string, Prepared>();
  let writes = 0;
  const rest = restOf(() => {
    libsql.exec("pragma shrink_memory"); // What is read next comes from the system's cache of the file.
    void trimHeap();
  }, dropCode);

  function prepare(sql: string): Prepared {
    const known = prepared.get(sql) ?? prepareNew(sql);
    if (known.isWrite) writes++;
    return known;
  }

  function prepareNew(sql: string): Prepared {
    const [oldest] = prepared.keys();
    if (prepared.size >= STATEMENTS_MAX && oldest !== undefined) prepared.delete(oldest);
    const statement = libsql.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    if (columns.length > 0) statement.raw();
    const bind = binderOf(parameterNames(sql));
    const fresh = { statement, bind, toRow: rowMakerOf(columns), isWrite: WRITES.test(sql) };
    prepared.set(sql, fresh);
    return fresh;
  }

  // The driver is given a list: of single values it would make one again.
  return {
    rows: (sql, args, tenantId) => {
      const { statement, bind, toRow } = prepare(sql);
      // Raw rows of this driver are arrays.
      return (statement.all(bind(args, tenantId)) as unknown[][]).map(toRow);
    },
    row: (sql, args, tenantId) => {
      const { statement, bind, toRow } = prepare(sql);
      const values = statement.get(bind(args, tenantId)) as unknown[] | undefined; // raw, as above
      return values && toRow(values);
    },
    run: (sql, args, tenantId) => {
      const { statement, bind } = prepare(sql);
      return statement.run(bind(args, tenantId)).changes;
    },
    runMany: (sql, args, tenantId) => {
      const { statement, bind } = prepare(sql);
      for (const each of args) statement.run(bind(each, tenantId));
    },
    writes: () => writes,
    isInTransaction: () => libsql.inTransaction,
    path,
    attach: (other) => attach(libsql, other),
    cutLog: () => cutLog(libsql),
    exec: (sql) => void libsql.exec(sql),
    close: () => {
      rest.end();
      prepared.clear();
      libsql.close();
    },
  };
}

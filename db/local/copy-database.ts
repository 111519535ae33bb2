import Libsql from "libsql";
import { SCHEMA_VERSION } from "../migrate.ts";
import { InstanceLocked, lockInstance } from "./instance-lock.ts";

const LOCK_WAIT_MS = 30_000;

/** What a copied database says of itself. */
export interface DatabaseFacts {
  /** Rows of each table. */
  tables: Record<string, number>;
  schemaVersion: number;
  /** `undefined` when SQLite finds it whole, else what it finds first. */
  fault: string | undefined;
}

/** The version of the schema that this program reads and writes. */
export const KNOWN_SCHEMA_VERSION = SCHEMA_VERSION;

/**
 * Writes a database as it is at one moment into a new file, row ids included, while others write to it. Blocks its thread as
 * long as that takes: for a thread or process that answers no requests.
 */
export function copyDatabase(path: string, to: string): void {
  const source = new Libsql(path, { timeout: LOCK_WAIT_MS });
  try {
    // A checkpoint is the writer's alone.
    source.exec("pragma wal_autocheckpoint = 0");
    source.prepare("vacuum into ?").run(to);
  } finally {
    source.close();
  }
  const copy = new Libsql(to);
  try {
    // The mark of a running service: the copy is complete, and needs no log.
    copy.exec("pragma application_id = 0");
  } finally {
    copy.close();
  }
}

/**
 * Has SQLite check a database file, which may be in use: its structure, or with `isFull` every index entry as well. `fault` is
 * what it finds first. Throws what SQLite says of a file that it cannot read at all.
 */
export function checkDatabase(path: string, { isFull }: { isFull: boolean }): Omit<DatabaseFacts, "tables"> {
  const database = new Libsql(path, { timeout: LOCK_WAIT_MS });
  try {
    database.exec("pragma query_only = on; pragma wal_autocheckpoint = 0");
    const first = (sql: string) => (database.prepare(sql).raw().get() as unknown[])[0]; // raw rows are arrays
    const check = first(isFull ? "pragma integrity_check(1)" : "pragma quick_check(1)");
    return { schemaVersion: Number(first("pragma user_version")), fault: check === "ok" ? undefined : String(check) };
  } finally {
    database.close();
  }
}

const nameOf = (table: unknown) => `"${String(table).replaceAll('"', '""')}"`;

/** Reads all of a database that has no writer: counts and, with SQLite's own check, whether it is whole. Without the check it is taken as whole. */
export function readFacts(path: string, { isChecked = true }: { isChecked?: boolean } = {}): DatabaseFacts {
  const database = new Libsql(path, { timeout: LOCK_WAIT_MS });
  try {
    database.exec("pragma query_only = on");
    const values = (sql: string) => (database.prepare(sql).raw().all() as unknown[][]).map(([value]) => value); // raw rows are arrays
    const [check] = isChecked ? values("pragma integrity_check(1)") : ["ok"];
    const names = values(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    );
    return {
      tables: Object.fromEntries(
        names.map((name) => [String(name), Number(values(`select count(*) from ${nameOf(name)}`)[0])]),
      ),
      schemaVersion: Number(values("pragma user_version")[0]),
      fault: check === "ok" ? undefined : String(check),
    };
  } finally {
    database.close();
  }
}

/** Whether a process has this database. */
export function isDatabaseInUse(path: string): boolean {
  try {
    lockInstance(path)();
    return false;
  } catch (error) {
    if (error instanceof InstanceLocked) return true;
    throw error;
  }
}

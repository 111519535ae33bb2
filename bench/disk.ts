import { join } from "node:path";
import Libsql from "libsql";

const MB = 1e6;
/** Smaller ones are shown together. */
const LEAST_MB = 0.5;

export const DISK = "disk: the products, and what finds them";

/** Reads a database file that another process has open, with what is in its log. */
function read<Result>(path: string, look: (db: Libsql.Database) => Result): Result {
  const db = new Libsql(path);
  // A checkpoint is the writer's alone.
  db.exec("pragma query_only = on; pragma wal_autocheckpoint = 0");
  try {
    return look(db);
  } finally {
    db.close();
  }
}

const SIZE = "select page_count * page_size as size from pragma_page_count(), pragma_page_size()";
/** Megabytes of database files, as large as they are once their logs are in them. */
export const diskMb = (...paths: string[]): number =>
  paths.reduce((sum, path) => sum + read(path, (db) => (db.prepare(SIZE).get() as { size: number }).size), 0) / MB; // as selected

/** The database of a service, and its search index. */
const filesOf = (dataDir: string) => ["catalogd.db", "catalogd-index.db"].map((name) => join(dataDir, name));
export const serviceDiskMb = (dataDir: string): number => diskMb(...filesOf(dataDir));

/** Megabytes of each table and index of a database file. */
function partsOf(path: string): { name: string; mb: number }[] {
  const rows = read(path, (db) => db.prepare("select name, pgsize from dbstat where aggregate = true").all());
  return (rows as { name: string; pgsize: number }[]).map(({ name, pgsize }) => ({ name, mb: pgsize / MB })); // as selected
}

/** What fills the disk: a table of the parts of a service's database and of its search index, the largest first. */
export function diskTable(dataDir: string): string {
  const parts = filesOf(dataDir).flatMap(partsOf);
  const large = parts.filter(({ mb }) => mb >= LEAST_MB).toSorted((one, two) => two.mb - one.mb);
  const rest = parts.reduce((sum, { mb }) => sum + mb, 0) - large.reduce((sum, { mb }) => sum + mb, 0);
  const lines = [...large, { name: "all others", mb: rest }].map(({ name, mb }) => `| ${name} | ${mb.toFixed(1)} |`);
  return ["| table or index | MB |", "|---|--:|", ...lines].join("\n");
}

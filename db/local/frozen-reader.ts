import { existsSync, statSync } from "node:fs";
import { type Connection, openConnection } from "./connection.ts";
import { DiskRefuses, diskRefusal, isWritable } from "./disk-refusal.ts";
import { liveIndexPath } from "./index-path.ts";

/** A file with changes in its log is read as usual: SQLite can, if that log's index is there as well. */
const hasLog = (path: string): boolean => existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;

/** A name by which SQLite reads a file that does not change, without the files beside it that it cannot make. */
const frozenName = (path: string): string =>
  hasLog(path) ? path : `file:${encodeURI(path).replaceAll("?", "%3f").replaceAll("#", "%23")}?immutable=1`;

/** Reads the first page of the database and of its index: what cannot be opened throws. */
const look = (connection: Connection): void => {
  connection.row("select 1 as there from main.sqlite_schema union all select 1 from attached.sqlite_schema", {});
};

function openBy(path: string, nameOf: (path: string) => string): Connection {
  const connection = openConnection(nameOf(path), "reader");
  try {
    connection.attach(nameOf(liveIndexPath(path)));
    look(connection);
    return { ...connection, path };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection that reads a database file and its search index as one. */
export interface FileReader {
  connection: Connection;
  /** It was opened as a file that never changes, because the disk takes no writes: once it does, open it again. */
  isFrozen: boolean;
}

/** Opens a database file to read it; on a disk that takes no writes too. Throws what SQLite says. */
export function openFileReader(path: string): FileReader {
  // All connections of a process share what lies beside the file: opened once to be read only, it stays so for the writer.
  const staysReadOnly = existsSync(path) && !hasLog(path) && !hasLog(liveIndexPath(path)) && !isWritable(path);
  if (staysReadOnly) return { connection: openBy(path, frozenName), isFrozen: true };
  try {
    return { connection: openBy(path, (each) => each), isFrozen: false };
  } catch (error) {
    if (!existsSync(path) || !diskRefusal(error, path)) throw error;
    return { connection: openBy(path, frozenName), isFrozen: true };
  }
}

/** The same, of what must not be read for long as a file that never changes. */
export function openLiveReader(path: string): Connection {
  const { connection, isFrozen } = openFileReader(path);
  if (!isFrozen) return connection;
  connection.close();
  throw new DiskRefuses("read_only");
}

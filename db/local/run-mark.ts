import { existsSync } from "node:fs";
import type { Connection } from "./connection.ts";

/** What the file's header says while a process writes it: "ctlg". SQLite keeps this number for programs. */
const RUNNING = 0x63746c67;

/**
 * Whether a file that a process was writing to its end, or that was copied meanwhile, has lost its write-ahead log: to be
 * called before anything opens the file, which makes an empty log. Says so of a connection that is opened then.
 */
export function findLostLog(path: string): (connection: Connection) => boolean {
  const hasLog = existsSync(`${path}-wal`);
  return (connection) => !hasLog && isMarked(connection);
}

const isMarked = (connection: Connection): boolean =>
  connection.row("pragma application_id", {})?.["application_id"] === RUNNING;

/** Marks the file itself, not only its log: a copy of the file alone carries the mark. */
export function markRunning(connection: Connection): void {
  if (isMarked(connection)) return;
  try {
    connection.exec(`pragma application_id = ${RUNNING}`);
    connection.exec("pragma wal_checkpoint(truncate)");
  } catch {
    // A full disk: this run goes without the mark.
  }
}

/** Takes the mark away; the checkpoint that ends a run brings this into the file. */
export const unmark = (connection: Connection): void => connection.exec("pragma application_id = 0");

import { statSync } from "node:fs";
import type { Connection } from "./connection.ts";

/**
 * What remains of a write-ahead log: more is only there because a read that lasted has held it. SQLite cuts it at the next
 * write only.
 */
const LOG_BYTES_MAX = 32 * 1024 * 1024;
const LOOK_MS = 5_000;

/** Cuts back a log that has grown, unless a transaction or a read holds it now. Returns whether it is small. Never throws. */
export function trimLog(connection: Connection): boolean {
  try {
    const { size } = statSync(`${connection.path}-wal`, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size <= LOG_BYTES_MAX) return true;
    if (connection.isInTransaction()) return false;
    return connection.cutLog();
  } catch {
    return false; // A full disk: the next look tries again.
  }
}

/** Does so every few seconds: SQLite itself cuts a log only when somebody writes again. Returns what ends it. */
export function trimLogWhileOpen(connection: Connection): () => void {
  const timer = setInterval(() => trimLog(connection), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

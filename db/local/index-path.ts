import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What lies beside a database file by the same name. */
export const ENDS = ["", "-wal", "-shm"];

/** The search index of a database file is in a file beside it. */
export const indexPathOf = (path: string): string => `${path.replace(/\.db$/, "")}-index.db`;

/**
 * One that was made while the service ran, in place of a damaged one, has a number until the next start: SQLite deletes the log
 * beside a file by its name when the damaged one is closed.
 */
export const numberedIndexPath = (path: string, number: number): string =>
  number === 0 ? indexPathOf(path) : indexPathOf(path).replace(/\.db$/, `-${number}.db`);

/** The highest number of an index file there is; 0 as a rule. */
export function lastIndexNumber(path: string): number {
  const folder = dirname(path);
  const start = basename(indexPathOf(path), ".db");
  if (!existsSync(folder)) return 0;
  const numbers = readdirSync(folder).map((name) =>
    name.startsWith(`${start}-`) ? Number(/^-(\d+)\.db$/.exec(name.slice(start.length))?.[1] ?? 0) : 0,
  );
  return Math.max(0, ...numbers);
}

/** The index file that is in use. */
export const liveIndexPath = (path: string): string => numberedIndexPath(path, lastIndexNumber(path));

/** Gives the index that was made last the name of the first again. For a start, before anything opens it. */
export function takeLastIndex(path: string): void {
  const last = lastIndexNumber(path);
  if (last === 0) return;
  for (let number = 0; number < last; number++) {
    for (const end of ENDS) rmSync(`${numberedIndexPath(path, number)}${end}`, { force: true });
  }
  moveFile(numberedIndexPath(path, last), indexPathOf(path));
}

function moveFile(from: string, to: string): void {
  for (const end of ENDS) if (existsSync(`${from}${end}`)) renameSync(`${from}${end}`, `${to}${end}`);
}

/** Sets a damaged index file aside; the former ones are deleted. Returns its name. */
export function setAside(path: string, file: string, nowMs: number): string {
  const folder = dirname(path);
  const start = `${basename(indexPathOf(path))}.damaged-`;
  for (const name of readdirSync(folder))
    if (name.startsWith(start)) rmSync(join(folder, name), { recursive: true, force: true });
  const aside = `${indexPathOf(path)}.damaged-${nowMs}`;
  moveFile(file, aside);
  return aside;
}

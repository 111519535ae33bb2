import { createHash } from "node:crypto";
import type { Executor } from "../handle.ts";
import type { Row } from "../rows.ts";
import type { Fill, Upgrade } from "./upgrade.ts";

/** A database whose schema is changed: a file, or a server. */
export type Migrated = Executor & { exec(script: string): void | Promise<void> };

/** How far an upgrade is. */
export interface UpgradeProgress {
  /** The schema version that it leads to. */
  to: number;
  /** What the step does. */
  name: string;
  /** Rows that are rewritten so far, and in all; both 0 for a step that rewrites none. */
  done: number;
  total: number;
}

/** About 50 ms of writing. */
const PORTION = 5_000;

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
export const hashOfUpgrade = ({ sql, fill }: Upgrade): string =>
  hashOf(fill === undefined ? sql : `${sql}\n${fill.run}`);

const numberOf = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);

/** Where the rewriting of rows stands that a killed process has left; `undefined` when none was. */
export async function findUnfinished(database: Migrated): Promise<{ version: number; place: number } | undefined> {
  if (!(await database.row("select 1 as there from sqlite_schema where name = 'schema_upgrade'", {}))) return undefined;
  const row = await database.row("select version, place from schema_upgrade", {});
  return row && { version: numberOf(row, "version"), place: numberOf(row, "place") };
}

/** Rewrites rows from `place` on, in portions that are each on disk with the place that they end at. */
async function fillRows(
  database: Migrated,
  { table, key, run }: Fill,
  place: number,
  note: (done: number, total: number) => void,
): Promise<void> {
  const counts = `select count(*) as total, sum(${key} <= :after) as done from ${table}`;
  const row = await database.row(counts, { after: place });
  const total = numberOf(row, "total");
  let done = numberOf(row, "done");
  for (let after = place; ; ) {
    const portion = `select count(*) as rows, max(${key}) as up_to from (
      select ${key} from ${table} where ${key} > :after order by ${key} limit :limit)`;
    const next = await database.row(portion, { after, limit: PORTION });
    const rows = numberOf(next, "rows");
    if (rows === 0) break;
    const upTo = numberOf(next, "up_to");
    const statement = run.replaceAll(/:after\b/g, String(after)).replaceAll(/:upTo\b/g, String(upTo));
    await database.exec(`begin immediate; ${statement}; update schema_upgrade set place = ${upTo}; commit;`);
    after = upTo;
    done += rows;
    note(done, total);
  }
  await database.exec("drop table schema_upgrade");
}

/** Goes on with the rewriting of rows that a killed process has left. */
export const finishUpgrade = async (
  database: Migrated,
  { fill, name }: Upgrade,
  { version, place }: { version: number; place: number },
  note: (progress: UpgradeProgress) => void,
): Promise<void> => {
  if (!fill) return;
  await fillRows(database, fill, place, (done, total) => note({ to: version, name, done, total }));
};

/**
 * Runs one step. Its tables and its version change in one transaction; rows are rewritten after it. From then on an older program
 * refuses the database, and this one goes on wherever it was stopped.
 */
export async function runUpgrade(
  database: Migrated,
  upgrade: Upgrade,
  to: number,
  note: (progress: UpgradeProgress) => void,
): Promise<void> {
  const { name, sql, fill } = upgrade;
  note({ to, name, done: 0, total: 0 });
  const begins = `create table schema_upgrade (version integer primary key, place integer not null) strict;
    insert into schema_upgrade values (${to}, ${Number.MIN_SAFE_INTEGER});`;
  const script = [
    "begin immediate;",
    sql,
    ...(fill ? [begins] : []),
    `insert into schema_migration values (${to}, '${hashOfUpgrade(upgrade)}');`,
    `pragma user_version = ${to};`,
    "commit;",
  ];
  await database.exec(script.join("\n"));
  await finishUpgrade(database, upgrade, { version: to, place: Number.MIN_SAFE_INTEGER }, note);
}

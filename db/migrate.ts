import {
  findUnfinished,
  finishUpgrade,
  hashOf,
  hashOfUpgrade,
  type Migrated,
  runUpgrade,
  type UpgradeProgress,
} from "./upgrades/run-upgrade.ts";
import type { Plan } from "./upgrades/upgrade.ts";
import { PLAN } from "./upgrades/upgrades.ts";

/** The version of the schema that this program reads and writes. */
export const SCHEMA_VERSION = PLAN.upgrades.length + 1;

/** What SQLite and systems say of a full disk. */
const NO_ROOM = /disk is full|no space left/i;

/** A migration did not fit on the disk; the database is as it was. */
export class NoRoom extends Error {
  override readonly name = "NoRoom";
  /** Whether there was none yet. */
  readonly isFirst: boolean;

  constructor(message: string, isFirst: boolean, cause: unknown) {
    super(message, { cause });
    this.isFirst = isFirst;
  }
}

export interface MigrateOptions {
  plan?: Plan;
  /** Called once before anything of an existing database is changed: to copy it. What it throws stops the upgrade. */
  before?: (versions: { from: number; to: number }) => void;
  note?: (progress: UpgradeProgress) => void;
}

interface Recorded {
  version: number;
  sha256: string;
}

const versionOf = async (database: Migrated) =>
  Number((await database.row("pragma user_version", {}))?.["user_version"] ?? 0);

/** From what the database was made: its first entry is the schema it began with, the others are upgrades. */
async function readRecorded(database: Migrated): Promise<Recorded[]> {
  const table = await database.row("select 1 as there from sqlite_schema where name = 'schema_migration'", {});
  const rows = table ? await database.rows("select version, sha256 from schema_migration order by version", {}) : [];
  return rows.map((row) => ({ version: Number(row["version"]), sha256: String(row["sha256"]) }));
}

/** Whether a database began with a schema of this program, or of a released one, and took these very upgrades. */
function isKnown([base, ...steps]: readonly Recorded[], { schema, released, upgrades }: Plan): boolean {
  if (!base) return false;
  const isNewest = base.version === upgrades.length + 1 && base.sha256 === hashOf(schema);
  const isReleased = released.some((each) => each.schema === base.version && each.sha256 === base.sha256);
  if (!isNewest && !isReleased) return false;
  return steps.every(({ version, sha256 }) => {
    const upgrade = upgrades[version - 2];
    return upgrade !== undefined && hashOfUpgrade(upgrade) === sha256;
  });
}

/** Throws when the database is newer than the plan, or not made by it. */
function requireKnown(version: number, recorded: readonly Recorded[], plan: Plan): void {
  const newest = plan.upgrades.length + 1;
  const [base] = recorded;
  if (base === undefined) {
    throw new Error(
      `The database has schema version ${version} without the texts it was made of: it is of a catalogd from before the ` +
        "first release, or of another program. Name another folder, or start the catalogd that made it",
    );
  }
  if (version > newest && base.version > newest) {
    throw new Error(
      `The database has schema version ${version} and this catalogd knows ${newest}: start a newer catalogd`,
    );
  }
  const known = recorded.filter((each) => each.version <= newest);
  if (!isKnown(known, plan)) {
    throw new Error(
      `The database was made by another catalogd: its schema version ${version} has another text than the one of this ` +
        "program. Start the catalogd that made it, or restore a backup that this one made",
    );
  }
  if (version > newest) {
    throw new Error(
      `The database has schema version ${version} and this catalogd knows ${newest}: start a newer catalogd`,
    );
  }
}

/** Takes an open transaction back; a server has done so by itself. */
const rollBack = (database: Migrated) => Promise.try(() => database.exec("rollback")).catch(() => undefined);

/** Makes the tables of an empty database, in one transaction. */
async function makeFirst(database: Migrated, { schema, upgrades }: Plan): Promise<void> {
  const version = upgrades.length + 1;
  const script = [
    "begin immediate;",
    "create table schema_migration (version integer primary key, sha256 text not null) strict;",
    schema,
    `insert into schema_migration values (${version}, '${hashOf(schema)}');`,
    `pragma user_version = ${version};`,
    "commit;",
  ];
  await database.exec(script.join("\n"));
}

/** The sentence for an upgrade that failed. */
function failure(error: unknown, { from, at, to }: { from: number; at: number; to: number }): Error {
  if (error instanceof NoRoom) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const asItWas = at === from ? "It is as it was" : `It is whole, of schema version ${at}`;
  if (NO_ROOM.test(reason)) {
    const state = from === 0 ? "" : `; ${asItWas.replace("It", "it")}${at === from ? `, of schema version ${at}` : ""}`;
    return new NoRoom(`There is no room for the database on its disk (${reason})${state}`, from === 0, error);
  }
  const remedy =
    at === from
      ? "the catalogd that made it can be started on it"
      : "start again to go on, or put the copy of before back in its place";
  return new Error(
    `The database cannot be brought from schema version ${from} to ${to}: ${reason}. ${asItWas}: ${remedy}`,
    { cause: error },
  );
}

/** Takes what is left of an upgrade that was killed, and the steps that follow. */
async function bringUp(
  database: Migrated,
  from: number,
  { plan = PLAN, before, note = () => undefined }: MigrateOptions,
) {
  const newest = plan.upgrades.length + 1;
  const unfinished = await findUnfinished(database);
  const begun = unfinished && plan.upgrades[unfinished.version - 2];
  if (begun) await finishUpgrade(database, begun, unfinished, note);
  if (from === newest) return;
  before?.({ from, to: newest });
  for (const [index, upgrade] of plan.upgrades.entries()) {
    const to = index + 2;
    if (to > from) await runUpgrade(database, upgrade, to, note);
  }
}

/**
 * Brings the schema to the newest version, step by step: an upgrade that was killed goes on at the next start. Of processes that
 * start together on an empty server one makes the tables, and the others find them. Throws when the database is newer than this
 * program, so an older binary never writes into a schema it does not know, when it was made of other texts, and when a step fails,
 * which is taken back.
 */
export async function migrate(database: Migrated, options: MigrateOptions = {}): Promise<void> {
  const { plan = PLAN } = options;
  const from = await versionOf(database);
  if (from > 0) requireKnown(from, await readRecorded(database), plan);
  try {
    await (from === 0 ? makeFirst(database, plan) : bringUp(database, from, options));
  } catch (error) {
    await rollBack(database);
    const at = await versionOf(database);
    if (from === 0 && at > 0) return migrate(database, options);
    throw failure(error, { from, at, to: plan.upgrades.length + 1 });
  }
}

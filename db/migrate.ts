import { createHash } from "node:crypto";
import type { Executor } from "./handle.ts";
import { SCHEMA } from "./schema.ts";

/** Append only: a migration's place in this list is its version. The first makes an empty database. */
const MIGRATIONS = [SCHEMA];

type Migrated = Executor & { exec(script: string): void | Promise<void> };

/** How many migrations this program knows: the version that it reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

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

const hashOf = (sql: string): string => createHash("sha256").update(sql).digest("hex");

/** The versions whose text is known to be in the database, by their hash. Throws when one was made of another text. */
async function knownVersions(database: Migrated, migrations: readonly string[]): Promise<Set<number>> {
  const [table] = await database.rows("select 1 from sqlite_schema where name = 'schema_migration'", {});
  const rows = table ? await database.rows("select version, sha256 from schema_migration", {}) : [];
  const known = new Set(rows.map((row) => Number(row["version"])));
  for (const { version, sha256 } of rows) {
    const text = migrations[Number(version) - 1];
    if (text === undefined || hashOf(text) === sha256) continue;
    throw new Error(
      `The database was made by another catalogd: its schema version ${version} has another text than the one of this ` +
        "program. Start the catalogd that made it, or restore a backup that this one made",
    );
  }
  return known;
}

/**
 * Brings the schema to the newest version, in one transaction: all or nothing. The hash of each migration is stored with
 * it. Throws when the database is newer than this program, so an older binary never writes into a schema it does not know,
 * when it was made of other texts, and when a migration fails; the database is as it was then.
 */
export async function migrate(database: Migrated, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const [row] = await database.rows("pragma user_version", {});
  const version = Number(row?.["user_version"]);
  const newest = migrations.length;
  // Before the version is compared: an unreleased program counted further than this one, and is not newer.
  const known = await knownVersions(database, migrations);
  if (version > newest && known.size > 0) {
    throw new Error(
      `The database has schema version ${version} and this catalogd knows ${newest}: start a newer catalogd`,
    );
  }
  if (version > newest) {
    throw new Error(
      `The database has schema version ${version} without the texts it was made of: it is of a catalogd from before the ` +
        "first release, or of another program. Name another folder, or start the catalogd that made it",
    );
  }
  // Those of a database that is older than these hashes are taken as they are.
  const unrecorded = migrations
    .map((sql, index) => ({ sql, version: index + 1 }))
    .filter((each) => !known.has(each.version));
  if (unrecorded.length === 0) return;
  const script = [
    "begin immediate;",
    "create table if not exists schema_migration (version integer primary key, sha256 text not null) strict;",
    ...migrations.slice(version),
    ...unrecorded.map((each) => `insert into schema_migration values (${each.version}, '${hashOf(each.sql)}');`),
    `pragma user_version = ${newest};`,
    "commit;",
  ];
  try {
    await database.exec(script.join("\n"));
  } catch (error) {
    // A server has taken it back by itself.
    await Promise.try(() => database.exec("rollback")).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    if (NO_ROOM.test(reason)) {
      const asItWas = version === 0 ? "" : `; it is as it was, of schema version ${version}`;
      throw new NoRoom(`There is no room for the database on its disk (${reason})${asItWas}`, version === 0, error);
    }
    throw new Error(
      `The database cannot be brought from schema version ${version} to ${newest}: ${reason}. It is as it was: the ` +
        "catalogd that made it can be started on it",
      { cause: error },
    );
  }
}

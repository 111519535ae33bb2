import type { Executor } from "./handle.ts";
import schema from "./index-schema.sql" with { type: "text" };

/** Of db/index-schema.sql: to be raised with each change of it. */
const VERSION = 6;

/**
 * Makes the tables of the search index, in place of those of an older version: all that is in them is made of the
 * products. Throws when they are of a newer program.
 */
export async function prepareIndex(database: Executor & { exec(script: string): void | Promise<void> }): Promise<void> {
  const find = "select 1 as there from sqlite_schema where name = 'index_schema'";
  // A start with nothing to change asks a server for no lock.
  if (!(await database.row(find, {}))) {
    await database.exec("create table if not exists index_schema (version integer not null) strict");
  }
  const [known] = await database.rows("select max(version) as version from index_schema", {});
  const version = Number(known?.["version"] ?? 0);
  if (version > VERSION) {
    throw new Error(`The search index has version ${version} and this catalogd knows ${VERSION}: start a newer one`);
  }
  if (version === VERSION) return;
  await database.exec(
    `begin immediate;\n${schema}\ndelete from index_schema;\ninsert into index_schema values (${VERSION});\ncommit;`,
  );
}

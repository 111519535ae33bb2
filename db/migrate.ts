import type { Executor } from "./handle.ts";
import identity from "./migrations/0001-identity.sql" with { type: "text" };
import jobs from "./migrations/0002-jobs.sql" with { type: "text" };
import catalog from "./migrations/0003-catalog.sql" with { type: "text" };
import imports from "./migrations/0004-imports.sql" with { type: "text" };
import exports from "./migrations/0005-exports.sql" with { type: "text" };
import sessions from "./migrations/0006-sessions.sql" with { type: "text" };
import administration from "./migrations/0007-administration.sql" with { type: "text" };
import events from "./migrations/0008-events.sql" with { type: "text" };
import history from "./migrations/0009-history.sql" with { type: "text" };
import referenceData from "./migrations/0010-reference-data.sql" with { type: "text" };
import content from "./migrations/0011-content.sql" with { type: "text" };
import media from "./migrations/0012-media.sql" with { type: "text" };
import search from "./migrations/0013-search.sql" with { type: "text" };
import sourcing from "./migrations/0014-sourcing.sql" with { type: "text" };
import compliance from "./migrations/0015-compliance.sql" with { type: "text" };
import machineApis from "./migrations/0016-machine-apis.sql" with { type: "text" };
import pricing from "./migrations/0017-pricing.sql" with { type: "text" };
import searchSynonyms from "./migrations/0018-search-synonyms.sql" with { type: "text" };
import similarIndex from "./migrations/0019-similar-index.sql" with { type: "text" };
import appendedChanges from "./migrations/0020-appended-changes.sql" with { type: "text" };
import genericStock from "./migrations/0021-generic-stock.sql" with { type: "text" };
import haltedImports from "./migrations/0022-halted-imports.sql" with { type: "text" };
import searchFacts from "./migrations/0023-search-facts.sql" with { type: "text" };
import indexApart from "./migrations/0024-index-apart.sql" with { type: "text" };
import keptTotals from "./migrations/0025-kept-totals.sql" with { type: "text" };
import quietChanges from "./migrations/0026-quiet-changes.sql" with { type: "text" };
import newestWithPrice from "./migrations/0027-newest-with-price.sql" with { type: "text" };
import chainedEntries from "./migrations/0028-chained-entries.sql" with { type: "text" };
import checksWithoutLists from "./migrations/0029-checks-without-lists.sql" with { type: "text" };
import productState from "./migrations/0030-product-state.sql" with { type: "text" };

/** Append only: a migration's place in this list is its version. */
const MIGRATIONS = [
  identity,
  jobs,
  catalog,
  imports,
  exports,
  sessions,
  administration,
  events,
  history,
  referenceData,
  content,
  media,
  search,
  sourcing,
  compliance,
  machineApis,
  pricing,
  searchSynonyms,
  similarIndex,
  appendedChanges,
  genericStock,
  haltedImports,
  searchFacts,
  indexApart,
  keptTotals,
  quietChanges,
  newestWithPrice,
  chainedEntries,
  checksWithoutLists,
  productState,
];

/**
 * Brings the schema to the newest version. Each migration is one transaction; in a new database all of them are one,
 * because each commit waits for the disk. Throws when the database is newer than this program, so an older binary never
 * writes into a schema it does not know.
 */
export async function migrate(database: Executor & { exec(script: string): void | Promise<void> }): Promise<void> {
  const [version] = await database.rows("pragma user_version", {});
  const current = Number(version?.["user_version"]);
  if (current > MIGRATIONS.length) {
    throw new Error(
      `The database has schema version ${current} and this catalogd knows ${MIGRATIONS.length}: start a newer catalogd`,
    );
  }
  const steps = current === 0 ? [MIGRATIONS.join("\n")] : MIGRATIONS.slice(current);
  for (const [index, sql] of steps.entries()) {
    const reached = MIGRATIONS.length - steps.length + index + 1;
    await database.exec(`begin immediate;\n${sql}\npragma user_version = ${reached};\ncommit;`);
  }
}

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { findEngineVersion } from "../../db/doctor/examined-state.ts";
import { findContent, listJobCounts, listJobFailures } from "../../db/doctor/figures.ts";
import { KNOWN_SCHEMA_VERSION } from "../../db/local/copy-database.ts";
import { findQuickly } from "../../src/cli/doctor/quick.ts";
import type { Diagnosis } from "../../src/identity/operator/diagnostics/diagnosis.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const FAILURES_MAX = 20;
const DATABASE_FILE = /^catalogd.*\.db(?:-wal)?$/;

/** The files of the database by name; one that goes meanwhile is passed over. */
function databaseFiles(dataDir: string): Record<string, number> {
  const names = readdirSync(dataDir).filter((name) => DATABASE_FILE.test(name));
  const sizes = names.map((name) => [name, statSync(join(dataDir, name), { throwIfNoEntry: false })?.size] as const);
  return Object.fromEntries(sizes.flatMap(([name, size]) => (size === undefined ? [] : [[name, size]])));
}

/** What a bundle of diagnostics says of database, jobs and servers. */
export async function diagnose(services: ThreadServices, tenantId: string): Promise<Diagnosis> {
  const { config, reader, now } = services;
  const db = reader(tenantId);
  return {
    engine: await findEngineVersion(db),
    schemaVersion: KNOWN_SCHEMA_VERSION,
    content: await findContent(db),
    files: config.databaseUrl === undefined ? databaseFiles(config.dataDir) : {},
    jobs: await listJobCounts(db),
    failures: await listJobFailures(db, FAILURES_MAX),
    findings: await findQuickly({ config, unknown: [], flags: {}, isRunning: true, nowMs: now(), reader }),
  };
}

import { expect, test } from "bun:test";
import { Glob } from "bun";
import { keyedStatements } from "../db/keyed-statements.ts";
import { DELETE_EXPIRED, DELETE_OF_ALL, DELETE_OLD } from "../db/maintenance/old-rows.ts";
import { statementsOf } from "../db/table-statements.ts";

/** Statements that are not bound to a tenant: how many a file has, and why it may. */
const CROSS_TENANT: Record<string, { count: number; why: string }> = {
  "db/price-monitor/old-rows.ts": { count: 6, why: "one sweep serves all tenants" },
  "db/ai/rescue.ts": { count: 6, why: "a process that dies has calls of all tenants in hand, one sweep serves all" },
  "db/auth/lookup.ts": { count: 4, why: "a caller's tenant is found out here" },
  "db/connectors/feeds.ts": {
    count: 1,
    why: "the background worker looks for connectors of all tenants that are behind",
  },
  "db/connectors/receivers.ts": { count: 1, why: "the tenant of a platform's webhook is found out here" },
  "db/doctor/examined-state.ts": { count: 3, why: "the operator's own look at the instance" },
  "db/doctor/figures.ts": { count: 3, why: "the operator's own look at the instance" },
  "db/doctor/kept-counts.ts": { count: 10, why: "the operator's own look at the counts of all tenants" },
  "db/imports/old-secrets.ts": { count: 2, why: "one sweep serves all tenants" },
  "db/jobs/queue.ts": { count: 8, why: "one queue serves all tenants" },
  "db/products/write.ts": { count: 1, why: "row ids of products are given for all tenants" },
  "db/media/media.ts": { count: 1, why: "an image is found by its random id, which names no tenant" },
  "db/exports/feed-builds.ts": { count: 1, why: "a feed is found by its random token, which names no tenant" },
  "db/exports/expired-exports.ts": { count: 1, why: "one sweep serves all tenants" },
  "search/erased-rows.ts": { count: 1, why: "the row id of an erased product may be given to another tenant's" },
  "search/follower-state.ts": { count: 5, why: "one follower serves all tenants" },
  "search/libsql/index-state.ts": { count: 3, why: "one follower indexes the products of all tenants" },
  "db/audit/audited-tenants.ts": { count: 1, why: "the check of the audit log reads that of every tenant" },
  "db/secrets/secrets.ts": { count: 1, why: "a change of keys encrypts the secrets of all tenants anew" },
  "db/settings/sync-keys.ts": { count: 3, why: "a price scraper's tenant is found out here" },
  "db/schedules/schedules.ts": { count: 2, why: "one thread begins what is scheduled for all tenants" },
  "db/tenants/all-tenants.ts": { count: 1, why: "the operator's own list" },
  "db/webhooks/webhook-queues.ts": { count: 7, why: "one thread delivers for all tenants" },
  "db/webhooks/sweeps.ts": { count: 3, why: "one sweep serves all tenants" },
  "db/upgrades/0.1.0-extra-without-repeats.ts": { count: 1, why: "an upgrade changes the rows of all tenants" },
  "db/upgrades/0.1.0-position-completeness.ts": { count: 1, why: "an upgrade changes the rows of all tenants" },
  "db/upgrades/0.1.0-position-flags.ts": { count: 1, why: "an upgrade changes the rows of all tenants" },
  "db/upgrades/0.1.0-prices-as-before.ts": { count: 1, why: "an upgrade changes the rows of all tenants" },
  "db/upgrades/0.1.0-thousandths.ts": { count: 1, why: "an upgrade changes the rows of all tenants" },
  "db/upgrades/0.1.0-unreviewed-translations.ts": { count: 1, why: "an upgrade changes the rows of all tenants" },
  "db/remote/watch.ts": { count: 1, why: "one look serves the work of all tenants" },
  "db/jobs/lease.ts": { count: 7, why: "a lease names its job by number" },
  "db/jobs/rescue.ts": { count: 6, why: "a process that dies has jobs of all tenants in hand" },
};
const VERB =
  /(?:select\s|insert (?:or \w+ )?into |replace into |update \w+\s+set |delete from |with (?:recursive )?\w+ (?:as|\())/;
/** A string that starts as SQL does: between backticks over several lines, between quotes on one. */
const STATEMENT = new RegExp(`\`\\s*(${VERB.source}[^\`]*)\`|"(${VERB.source}[^"\\n]*)"`, "g");
const TABLE = /create table (\w+) \((.*?)\n\)/gs;

interface Statement {
  file: string;
  sql: string;
}

/** A constant of a file that its statements are made of: `where ${MATCHES}`. */
const FRAGMENT = /^const ([A-Z_]+) =\s*([`"])(.*?)\2;/gms;

/** Writes the constants of the same file out; anything else that is put into a statement stays a riddle. */
function writeOut(sql: string, fragments: Map<string, string>): string {
  return sql.replaceAll(/\$\{([A-Z_]+)\}/g, (riddle, name: string) => fragments.get(name) ?? riddle);
}

async function statements(pattern: string): Promise<Statement[]> {
  const found: Statement[] = [];
  for (const file of await Array.fromAsync(new Glob(pattern).scan("."))) {
    const source = await Bun.file(file).text();
    const fragments = new Map([...source.matchAll(FRAGMENT)].map(([, name = "", , text = ""]) => [name, text]));
    for (const [, long, short = ""] of source.matchAll(STATEMENT)) {
      found.push({ file, sql: writeOut(long ?? short, fragments) });
    }
  }
  return found;
}

/** The tables whose rows belong to a tenant, as the schema makes them. */
async function tenantTables(): Promise<string[]> {
  const scripts = await Array.fromAsync(new Glob("db/**/*.sql").scan("."));
  const texts = await Promise.all(scripts.map((path) => Bun.file(path).text()));
  return [...texts.join("\n").matchAll(TABLE)]
    .filter(([, , columns = ""]) => /\btenant_id\b/.test(columns))
    .map(([, name = ""]) => name);
}

const TABLES = await tenantTables();
const STATEMENTS = await statements("{db,search}/**/*.ts");

/** How many tables of tenants a statement touches without naming a tenant for each. */
function unboundTables(sql: string): number {
  const touched = [...sql.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].filter(([, name = ""]) =>
    TABLES.includes(name),
  );
  const named = sql.match(/\btenant_id\b/g)?.length ?? 0;
  if (touched.length > 0 && !/:tenant\b/.test(sql)) return touched.length;
  return Math.max(0, touched.length - named);
}

test("every statement names the tenant of each table it touches", () => {
  const loose = STATEMENTS.filter(({ sql }) => unboundTables(sql) > 0);
  const unexpected = loose.filter(({ file }) => CROSS_TENANT[file] === undefined);
  expect(unexpected.map(({ file, sql }) => `${file}: ${sql}`)).toEqual([]);
  expect(STATEMENTS.length).toBeGreaterThan(40);
  expect(TABLES.length).toBeGreaterThan(20);
});

test.each(Object.entries(CROSS_TENANT))("%s serves all tenants in no more statements than known", (file, { count }) => {
  const loose = STATEMENTS.filter((statement) => statement.file === file && unboundTables(statement.sql) > 0);
  expect(loose.length).toBe(count);
});

test("the statements that a resource's table is given name the tenant of each table they touch", () => {
  const columns = [{ column: "name" }, { column: "slug" }];
  const { find, findBy, list, count, nextId, insert, update, erase } = statementsOf("brand", columns, {
    isCounted: true,
  });
  const conditions = [{ sql: "name_key = :name", args: { name: "a" } }];
  const range = { conditions, sort: "name_key", order: "asc", after: ["a", "b"] } as const;
  for (const sql of [find, findBy("name_key"), list(range), count(conditions), nextId, insert, update, erase]) {
    expect(TABLES.some((name) => sql.includes(name))).toBe(true);
    expect([sql, unboundTables(sql)]).toEqual([sql, 0]);
  }
});

test("the statements that a table of work is given name the tenant of each table they touch", () => {
  const { list, count, insert, note, put, save, packed, update, set, erase } = keyedStatements(
    "sync_job",
    ["id"],
    ["id", "status", "pushed"],
  );
  const tests = ["id = :is_id"];
  for (const sql of [
    list("status", tests, " order by id"),
    list("status", []),
    count(tests),
    insert,
    note,
    put,
    save,
    packed({ names: "id", values: (row) => `${row}.value ->> 0` }, ["status"], "on conflict do nothing"),
    update,
    set(["status"], ["pushed"], tests),
    erase([]),
  ]) {
    expect(sql).toContain("sync_job");
    expect([sql, unboundTables(sql)]).toEqual([sql, 0]);
  }
});

test.each(Object.entries({ ...DELETE_OLD, ...DELETE_EXPIRED }))(
  "old rows of %s are deleted by a statement that names the tenant",
  (table, sql) => {
    expect(sql).toStartWith(`delete from ${table} where tenant_id = :tenant and `);
    expect([sql, unboundTables(sql)]).toEqual([sql, 0]);
  },
);

test("one sweep serves all tenants for these tables alone", () => {
  expect(Object.keys(DELETE_OF_ALL)).toEqual([
    "ean_lookup",
    "idempotency",
    "login_failure",
    "rate_limit_counter",
    "web_host",
    "webhook_log",
    "webhook_retry",
    "webhook_delivery",
  ]);
});

test("no SQL is written outside db/ and search/", async () => {
  const outside = await statements("{src,workers}/**/*.ts");
  expect(outside.map(({ file, sql }) => `${file}: ${sql}`)).toEqual([]);
});

test("no statement reads columns by star", () => {
  const stars = STATEMENTS.filter(({ sql }) => /\bselect\s+(?:\w+\.)?\*/.test(sql));
  expect(stars.map(({ file, sql }) => `${file}: ${sql}`)).toEqual([]);
});

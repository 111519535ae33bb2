import { join } from "node:path";
import { readerOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { ADMIN, newApiKey, type StartedService, startService } from "../servers/service.ts";
import { UNPAIRED_STATES } from "../unpaired-states.ts";

export interface KillReport {
  kills: number;
  imports: number;
  exports: number;
  acknowledged: number;
  /** What was lost or doubled; empty when nothing was. */
  faults: string[];
}

/** Every few rows one has a wrong check digit: its error must be stored once. */
const BAD_EVERY = 1_000;
const POLL_MS = 5;
/** An export begins with every few kills. */
export const EXPORT_EVERY = 5;
/** How long a life is at most that need not commit anything. */
const SHORT_LIFE_MS = 1_500;

export const withCheckDigit = (body: string): string => {
  let sum = 0;
  for (let index = 0; index < 12; index++) sum += Number(body[index]) * (index % 2 === 0 ? 1 : 3);
  return body + String((10 - (sum % 10)) % 10);
};

/** A file of this many products no one else has; `batch` makes its EANs different from another file's. */
function csv(batch: number, rows: number): string {
  const lines = ["ean,name,price,stock"];
  for (let row = 0; row < rows; row++) {
    const ean = withCheckDigit(`2${String(batch).padStart(3, "0")}${String(row).padStart(8, "0")}`);
    const bad = row % BAD_EVERY === 0;
    lines.push(`${bad ? ean.slice(0, 12) + ((Number(ean[12]) + 1) % 10) : ean},Product ${batch}-${row},1.50,3`);
  }
  return lines.join("\n");
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;
type Call = (method: string, path: string, body?: unknown, more?: Record<string, string>) => Promise<Json>;

const OVER = ["completed", "completed_with_errors", "failed", "cancelled"];

/** Asks until the answer will do. */
async function until(request: () => Promise<Json>, willDo: (answer: Json) => boolean): Promise<Json> {
  for (;;) {
    const answer = await request();
    if (willDo(answer)) return answer;
    await Bun.sleep(POLL_MS);
  }
}

/** Calls the service that `current` gives. */
const callerOf =
  (current: () => StartedService, key: string): Call =>
  async (method, path, body, more = {}) => {
    const form = body instanceof FormData;
    const type = body !== undefined && !form && { "content-type": "application/json" };
    const response = await fetch(`${current().url}/api/v1${path}`, {
      method,
      headers: { "x-api-key": key, ...more, ...type },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    const isJson = response.headers.get("content-type")?.includes("json");
    return isJson ? response.json() : response.text();
  };

async function startImport(call: Call, batch: number, rows: number): Promise<string> {
  const form = new FormData();
  form.append("file", new File([csv(batch, rows)], "products.csv"));
  const upload = await call("POST", "/imports/upload", form);
  const { suggested_mapping: mapping } = upload.data.file_analysis;
  await call("POST", `/imports/${upload.id}/save-mapping`, { column_mapping: mapping });
  await call("POST", `/imports/${upload.id}/start-processing`);
  return upload.id;
}

/** Creates products one by one; a create whose answer was lost is requested again with the same key. */
function writeAlong(call: Call) {
  const acknowledged: string[] = [];
  let unanswered: string | undefined;
  async function writeOne(): Promise<boolean> {
    const name = unanswered ?? `Written along ${acknowledged.length} ${crypto.randomUUID()}`;
    unanswered = name;
    const created = await call("POST", "/products", { name }, { "idempotency-key": name }).catch(() => undefined);
    if (!created) return false;
    acknowledged.push(name);
    unanswered = undefined;
    return true;
  }
  return {
    acknowledged,
    untilDeath: async () => {
      while (await writeOne());
    },
    settle: async () => void (unanswered === undefined || (await writeOne())),
  };
}

async function importFaults(call: Call, id: string, rows: number): Promise<string[]> {
  const job = await until(
    () => call("GET", `/imports/${id}`),
    ({ status }) => OVER.includes(status),
  );
  const bad = rows / BAD_EVERY;
  const expected: Record<string, unknown> = {
    status: "completed_with_errors",
    processed_rows: rows,
    successful_rows: rows - bad,
    failed_rows: bad,
    products_created: rows - bad,
    products_updated: 0,
  };
  const { total } = (await call("GET", `/imports/${id}/errors?severity=error`)).meta;
  return [
    ...Object.entries(expected).flatMap(([field, value]) =>
      job[field] === value ? [] : [`import ${id}: ${field} is ${job[field]}, not ${value}`],
    ),
    ...(total === bad ? [] : [`import ${id}: ${total} error rows stored, not ${bad}`]),
  ];
}

const exportEnd = (call: Call, id: string) =>
  until(
    () => call("GET", `/exports/progress/${id}`),
    ({ state }) => state === "SUCCESS" || state === "FAILURE",
  );

async function exportFaults(call: Call, id: string): Promise<string[]> {
  const { state, result } = await exportEnd(call, id);
  if (state !== "SUCCESS") return [`export ${id} ended as ${state}`];
  const text: string = await call("GET", `/exports/download/${id}`);
  const rows = text.split("\r\n").length - 2;
  return rows === result.rows ? [] : [`export ${id} has ${rows} rows, not ${result.rows}`];
}

/** Counts what is in the database file of a service that has ended. */
async function databaseFaults(folder: string, imported: number, acknowledged: string[]): Promise<string[]> {
  const connection = openConnection(join(folder, "data", "catalogd.db"), "reader");
  const tenants = connection.rows("select tenant_id from user where email = :email", { email: ADMIN.email });
  const db = readerOf(connection, String(tenants[0]?.["tenant_id"]));
  const count = (sql: string, args = {}) => db.one(sql, args, (row) => Number(row["n"]));
  const counted: [string, number, number][] = [
    [
      "products were imported",
      await count("select count(*) as n from product where tenant_id = :tenant and gtin14 is not null"),
      imported,
    ],
    [
      "products are there twice",
      await count(
        `select count(*) as n from
           (select title from product where tenant_id = :tenant group by title having count(*) > 1)`,
      ),
      0,
    ],
    ["products have no state, or states no product", await count(UNPAIRED_STATES), 0],
    [
      "acknowledged writes are there",
      await count(
        `select count(*) as n from product
          where tenant_id = :tenant and title in (select value from json_each(:names))`,
        { names: JSON.stringify(acknowledged) },
      ),
      acknowledged.length,
    ],
    [
      "jobs are not done",
      await count("select count(*) as n from job where tenant_id = :tenant and state not in ('done', 'cancelled')"),
      0,
    ],
  ];
  const check = connection.rows("pragma integrity_check", {})[0]?.["integrity_check"];
  connection.close();
  return [
    ...counted.flatMap(([what, seen, expected]) => (seen === expected ? [] : [`${seen} ${what}, not ${expected}`])),
    ...(check === "ok" ? [] : [`integrity check: ${check}`]),
  ];
}

/**
 * Imports files of `rows` rows, a multiple of 1,000, exports and writes while the service is killed again and again, then
 * counts what is there. `random` gives numbers from 0 to 1.
 */
export async function surviveKills(
  folder: string,
  { kills, rows }: { kills: number; rows: number },
  random: () => number,
): Promise<KillReport> {
  let service = await startService({ folder });
  const call = callerOf(() => service, await newApiKey(service.url));
  const imports: string[] = [];
  const exports: string[] = [];
  const writes = writeAlong(call);
  const progressOf = (id: string) => call("GET", `/imports/${id}`);

  for (let done = 0; done < kills; done++) {
    const last = imports.at(-1);
    if (last === undefined || OVER.includes((await progressOf(last)).status)) {
      imports.push(await startImport(call, imports.length, rows));
    }
    if (done % EXPORT_EVERY === 0) exports.push((await call("POST", "/exports/csv/products", {})).task_id);
    const writing = writes.untilDeath();
    const id = imports.at(-1) ?? "";
    const { processed_rows: before } = await progressOf(id);
    // Of two lives one commits something before it ends, so that the import gets on; the other ends at any time.
    if (done % 2 === 0) {
      await until(
        () => progressOf(id),
        (job) => job.processed_rows > before || OVER.includes(job.status),
      );
      await Bun.sleep(random() * 120);
    } else await Bun.sleep(random() * SHORT_LIFE_MS);
    await service.kill("SIGKILL");
    await writing;
    service = await startService({ folder });
  }

  await writes.settle();
  const checks = [...imports.map((id) => importFaults(call, id, rows)), ...exports.map((id) => exportFaults(call, id))];
  const faults = (await Promise.all(checks)).flat();
  const exitCode = await service.kill("SIGTERM");
  if (exitCode !== 0) faults.push(`the last stop exited with ${exitCode}`);
  faults.push(...(await databaseFaults(folder, imports.length * (rows - rows / BAD_EVERY), writes.acknowledged)));
  return {
    kills,
    imports: imports.length,
    exports: exports.length,
    acknowledged: writes.acknowledged.length,
    faults,
  };
}

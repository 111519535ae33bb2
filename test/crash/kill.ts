import { join } from "node:path";
import { readerOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { ADMIN, newApiKey, type StartedService, startService } from "../servers/service.ts";

export interface KillReport {
  kills: number;
  imports: number;
  exports: number;
  acknowledged: number;
  /** What was lost or doubled; empty when nothing was. */
  faults: string[];
}

const ROWS = 40_000;
/** Every so many rows one has a wrong check digit: its error must be stored once. */
const BAD_EVERY = 1_000;
const POLL_MS = 5;

const withCheckDigit = (body: string): string => {
  let sum = 0;
  for (let index = 0; index < 12; index++) sum += Number(body[index]) * (index % 2 === 0 ? 1 : 3);
  return body + String((10 - (sum % 10)) % 10);
};

/** A file of products nobody else has; `batch` makes its EANs different from another file's. */
function csv(batch: number): string {
  const lines = ["ean,name,price,stock"];
  for (let row = 0; row < ROWS; row++) {
    const ean = withCheckDigit(`2${String(batch).padStart(3, "0")}${String(row).padStart(8, "0")}`);
    const bad = row % BAD_EVERY === 0;
    lines.push(`${bad ? ean.slice(0, 12) + ((Number(ean[12]) + 1) % 10) : ean},Product ${batch}-${row},1.50,3`);
  }
  return lines.join("\n");
}

interface Job {
  status: string;
  processed_rows: number;
  successful_rows: number;
  failed_rows: number;
  products_created: number;
  products_updated: number;
  error_count: number;
}

/**
 * Imports, exports and writes while the service is killed again and again, then counts what is there. `random` gives
 * numbers from 0 to 1.
 */
export async function surviveKills(folder: string, kills: number, random: () => number): Promise<KillReport> {
  const faults: string[] = [];
  const acknowledged: string[] = [];
  const importIds: string[] = [];
  const taskIds: string[] = [];
  let service: StartedService = await startService({ folder });
  const key = await newApiKey(service.url);
  const headers = { "x-api-key": key };

  async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const form = body instanceof FormData;
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...more, ...(body !== undefined && !form && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
    return (await response.json()) as any;
  }
  const jobOf = (id: string): Promise<Job> => call("GET", `/imports/${id}`);
  const isOver = ({ status }: Job) => ["completed", "completed_with_errors", "failed", "cancelled"].includes(status);

  async function startImport(): Promise<void> {
    const form = new FormData();
    form.append("file", new File([csv(importIds.length)], "products.csv"));
    const upload = await call("POST", "/imports/upload", form);
    const { suggested_mapping: mapping } = upload.data.file_analysis;
    await call("POST", `/imports/${upload.id}/save-mapping`, { column_mapping: mapping });
    await call("POST", `/imports/${upload.id}/start-processing`);
    importIds.push(upload.id);
  }

  /** Creates products until the service dies; a create whose answer was lost is asked for again with the same key. */
  let unanswered: string | undefined;
  async function writeAlong(): Promise<void> {
    for (;;) {
      const name = unanswered ?? `Written along ${acknowledged.length} ${crypto.randomUUID()}`;
      unanswered = name;
      const created = await call("POST", "/products", { name }, { "idempotency-key": name }).catch(() => undefined);
      if (!created) return;
      acknowledged.push(name);
      unanswered = undefined;
    }
  }

  async function progressPast(id: string, rows: number): Promise<void> {
    for (;;) {
      const job = await jobOf(id);
      if (job.processed_rows > rows || isOver(job)) return;
      await Bun.sleep(POLL_MS);
    }
  }

  async function exportEnds(id: string): Promise<void> {
    for (;;) {
      const { state } = await call("GET", `/exports/progress/${id}`);
      if (state === "SUCCESS" || state === "FAILURE") return;
      await Bun.sleep(POLL_MS);
    }
  }

  // An export begins anew after each death, and is given up after the third: two in a row are what it must survive.
  let exportDeaths = 2;
  for (let done = 0; done < kills; done++) {
    const last = importIds.at(-1);
    if (!last || isOver(await jobOf(last))) await startImport();
    const id = importIds.at(-1) ?? "";
    if (exportDeaths === 2) {
      const running = taskIds.at(-1);
      if (running !== undefined) await exportEnds(running);
      taskIds.push((await call("POST", "/exports/csv/products", {})).task_id);
      exportDeaths = 0;
    }
    exportDeaths++;
    const writing = writeAlong();
    // A job that dies three times without a commit is given up, so each life commits something before it ends.
    await progressPast(id, (await jobOf(id)).processed_rows);
    await Bun.sleep(random() * 120);
    await service.kill("SIGKILL");
    await writing;
    service = await startService({ folder });
  }

  for (const id of importIds) {
    let job = await jobOf(id);
    while (!isOver(job)) {
      await Bun.sleep(20);
      job = await jobOf(id);
    }
    const bad = ROWS / BAD_EVERY;
    const expected = {
      status: "completed_with_errors",
      processed_rows: ROWS,
      successful_rows: ROWS - bad,
      failed_rows: bad,
      products_created: ROWS - bad,
      products_updated: 0,
    };
    for (const [field, value] of Object.entries(expected)) {
      const seen = job[field as keyof Job]; // every key of `expected` is one of the job's
      if (seen !== value) faults.push(`import ${id}: ${field} is ${seen}, not ${value}`);
    }
    const errors = await call("GET", `/imports/${id}/errors?severity=error`);
    if (errors.meta.total !== bad) faults.push(`import ${id}: ${errors.meta.total} error rows stored, not ${bad}`);
  }
  await writeLast();
  async function writeLast(): Promise<void> {
    if (unanswered === undefined) return;
    await call("POST", "/products", { name: unanswered }, { "idempotency-key": unanswered });
    acknowledged.push(unanswered);
  }
  for (const id of taskIds) {
    let progress = await call("GET", `/exports/progress/${id}`);
    while (progress.state === "PENDING" || progress.state === "PROGRESS") {
      await Bun.sleep(20);
      progress = await call("GET", `/exports/progress/${id}`);
    }
    if (progress.state !== "SUCCESS") faults.push(`export ${id} ended as ${progress.state}`);
    const response = await fetch(`${service.url}/api/v1/exports/download/${id}`, { headers });
    const text = await response.text();
    const rows = text.split("\r\n").length - 2;
    if (rows !== progress.result?.rows) faults.push(`export ${id} has ${rows} rows, not ${progress.result?.rows}`);
  }
  const exitCode = await service.kill("SIGTERM");
  if (exitCode !== 0) faults.push(`the last stop exited with ${exitCode}`);

  const connection = openConnection(join(folder, "data", "catalogd.db"), "reader");
  const tenants = connection.rows("select tenant_id from user where email = :email", { email: ADMIN.email });
  const db = readerOf(connection, String(tenants[0]?.["tenant_id"]));
  const count = (sql: string, args = {}) => db.one(sql, args, (row) => Number(row["n"]));
  const imported = await count("select count(*) as n from product where tenant_id = :tenant and gtin14 is not null");
  const expectedRows = importIds.length * (ROWS - ROWS / BAD_EVERY);
  if (imported !== expectedRows) faults.push(`${imported} products were imported, not ${expectedRows}`);
  const doubled = await count(
    `select count(*) as n from (select title from product where tenant_id = :tenant group by title having count(*) > 1)`,
  );
  if (doubled > 0) faults.push(`${doubled} products are there twice`);
  const kept = await count(
    `select count(*) as n from product where tenant_id = :tenant and title in (select value from json_each(:names))`,
    { names: JSON.stringify(acknowledged) },
  );
  if (kept !== acknowledged.length) faults.push(`${acknowledged.length - kept} acknowledged writes are lost`);
  const unfinished = await count(
    "select count(*) as n from job where tenant_id = :tenant and state not in ('done', 'cancelled')",
  );
  if (unfinished > 0) faults.push(`${unfinished} jobs are not done`);
  const check = connection.rows("pragma integrity_check", {})[0]?.["integrity_check"];
  if (check !== "ok") faults.push(`integrity check: ${check}`);
  connection.close();
  return { kills, imports: importIds.length, exports: taskIds.length, acknowledged: acknowledged.length, faults };
}

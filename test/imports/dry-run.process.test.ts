import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

/** Minutes of work for a dry run. */
const ROWS = 1_000_000;
/** How much processor time, in ticks of 10 ms, an idle service may take in half a second. */
const IDLE_TICKS = 15;

let service: StartedService;
let apiKey: string;
const folder = temporaryFolder();
beforeAll(async () => {
  service = await startService({ folder });
  apiKey = await newApiKey(service.url);
});
afterAll(() => service.kill("SIGTERM"));

const post = (path: string, body?: FormData, signal?: AbortSignal) =>
  fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers: { "x-api-key": apiKey },
    ...(body && { body }),
    ...(signal && { signal }),
  });

async function upload(rows: number): Promise<string> {
  const form = new FormData();
  form.set(
    "file",
    new File([`sku,name\n${Array.from({ length: rows }, (_, row) => `S${row},Name\n`).join("")}`], "a.csv"),
  );
  const answer = await post("/imports/upload", form);
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  return id;
}

/** Processor time of the service in ticks. Source: proc_pid_stat(5), utime and stime. */
function ticks(): number {
  const behindName = readFileSync(`/proc/${service.pid}/stat`, "utf8").split(") ")[1] ?? "";
  const fields = behindName.split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

test("S-06 a dry run ends when its caller leaves, and others of its tenant go on", async () => {
  const [large, small] = [await upload(ROWS), await upload(1)];
  const leaving = new AbortController();
  const running = post(`/imports/${large}/dry-run`, undefined, leaving.signal).catch(({ name }) => name);
  await Bun.sleep(1_000);
  leaving.abort();
  expect(await running).toBe("AbortError");

  expect((await post(`/imports/${small}/dry-run`)).status).toBe(200);
  for (;;) {
    const before = ticks();
    await Bun.sleep(500);
    if (ticks() - before <= IDLE_TICKS) break;
  }
}, 60_000);

/** Starts this many dry runs of an import at once; each resolves to its status, or to 0 when the connection broke. */
const many = (id: string, count: number) =>
  Array.from({ length: count }, () =>
    post(`/imports/${id}/dry-run`).then(
      ({ status }) => status,
      () => 0,
    ),
  );

test("S-06 five dry runs of a tenant run or wait, and the cancelled import ends them all", async () => {
  const large = await upload(ROWS);
  const running = many(large, 6);
  expect(await Promise.race(running)).toBe(429);
  expect((await post(`/imports/${large}/cancel`)).status).toBe(200);
  expect((await Promise.all(running)).toSorted()).toEqual([409, 409, 409, 409, 409, 429]);
  expect((await post(`/imports/${large}/cancel`)).status).toBe(409);
}, 60_000);

test("S-06 dry runs end with the process: the next one holds up no other", async () => {
  const [large, small] = [await upload(ROWS), await upload(1)];
  const running = many(large, 3);
  const path = join(folder, "data", "catalogd.db");
  const jobs = (states: string) => {
    const db = openConnection(path, "reader");
    const row = db.row(`select count(*) as n from job where queue = 'asked' and state in (${states})`, {});
    db.close();
    return Number(row?.["n"]);
  };
  while (jobs("'ready', 'running'") < 3) await Bun.sleep(20);
  await service.kill("SIGKILL");
  expect(await Promise.all(running)).toEqual([0, 0, 0]);
  service = await startService({ folder });

  expect((await post(`/imports/${small}/dry-run`)).status).toBe(200);
  expect(jobs("'ready', 'running', 'scheduled'")).toBe(0);
}, 60_000);

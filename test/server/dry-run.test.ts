import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

/** Minutes of work for a dry run. */
const ROWS = 1_000_000;
/** How much processor time, in ticks of 10 ms, an idle service may take in half a second. */
const IDLE_TICKS = 15;

let service: StartedService;
let apiKey: string;
beforeAll(async () => {
  service = await startService({ folder: temporaryFolder() });
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

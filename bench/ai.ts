import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { newApiKey, startService } from "../test/servers/service.ts";
import { openClient } from "./client.ts";
import { ENV } from "./place.ts";
import { putSetting } from "./put-setting.ts";
import { type Line, measuredOn, printTable } from "./table.ts";
import { residentMb, untilIdle, watchLag } from "./watch.ts";

/**
 * `npm run bench:ai`: the sources, with `--rows` products (50,000) that a model describes which answers after 5 ms: a batch of all
 * is created, and `--done` of them (10,000) are done. Prints what was measured.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { rows: { type: "string", default: "50000" }, done: { type: "string", default: "10000" } },
});
const ROWS = Number(values.rows);
const DONE = Math.min(ROWS, Number(values.done));
const ANSWER_MS = 5;
const CONCURRENCY = 16;
const LOOK_MS = 500;
const TEXT = "<p>Une chaise en chêne massif, solide et confortable, pour la salle à manger et la terrasse.</p>";

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-ai-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A model that says the same of each product. */
async function openModel(): Promise<string> {
  const said = { choices: [{ message: { role: "assistant", content: TEXT } }] };
  const body = JSON.stringify({ ...said, usage: { prompt_tokens: 1000, completion_tokens: 100 } });
  const server = http.createServer((request, response) => {
    request.resume();
    request.on("end", () =>
      setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(body), ANSWER_MS),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}/v1`;
}

const service = await startService({ folder, env: { ...ENV, CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" } });
const client = openClient(service.url, await newApiKey(service.url));

async function setProvider(baseUrl: string): Promise<void> {
  const prices = { quick: { input: 1, output: 2 } };
  const provider = { enabled: true, provider: "openai_compatible", model: "quick", base_url: baseUrl };
  await putSetting(service.url, "/settings/ai-provider", { ...provider, concurrency: CONCURRENCY, prices });
}

async function addProducts(): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, index) => `K${String(index).padStart(6, "0")},Chaise ${index},89.90`);
  const file = join(folder, "products.csv");
  await Bun.write(file, `reference,name,price\n${rows.join("\n")}\n`);
  await client.runImport(await client.prepareImport(file));
}

/** A batch of all products, done up to `DONE` of them. */
async function runBatch(): Promise<Line[]> {
  const createdAtMs = performance.now();
  const batch = await client.call("POST", "/enrichment/batch", { name: "All", enrichmentTypes: ["descriptions"] });
  const createMs = performance.now() - createdAtMs;
  if (batch.total_products !== ROWS) throw new Error(`${batch.total_products} products in the batch`);
  const lagOf = await watchLag(service.url);
  await client.call("POST", `/enrichment/batch/${batch.id}/start`);
  const startedAtMs = performance.now();
  const held: number[] = [];
  for (let processed = 0; processed < DONE; ) {
    await Bun.sleep(LOOK_MS);
    held.push(residentMb(service.pid));
    const now = await client.call("GET", `/enrichment/batch/${batch.id}`);
    if (now.failed > 0) throw new Error(JSON.stringify(now));
    processed = now.processed;
    if (processed >= DONE) held.push(processed);
  }
  const done = held.pop() ?? 0;
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const { p99Ms, maxMs } = await lagOf();
  const half = Math.ceil(held.length / 2);
  const most = (part: number[]) => Math.max(...part);
  return [
    {
      work: `batch over ${ROWS.toLocaleString("en")} products created`,
      value: createMs,
      unit: "ms",
      target: "≤ 2,000",
    },
    { work: "products described and stored", value: done / seconds, unit: "/s", target: "≥ 200" },
    { work: "most memory held, first half", value: most(held.slice(0, half)), unit: "MB", target: "" },
    { work: "most memory held, second half", value: most(held.slice(half)), unit: "MB", target: "≤ 400" },
    { work: "event-loop lag meanwhile, p99", value: p99Ms, unit: "ms", target: "≤ 10" },
    { work: "event-loop lag meanwhile, longest", value: maxMs, unit: "ms", target: "≤ 50" },
  ];
}

await setProvider(await openModel());
await addProducts();
await untilIdle(service.pid);
stdout.write(`${printTable(await runBatch(), measuredOn(ROWS, ["the sources"]), {})}\n`);
await service.kill("SIGTERM");
process.exit();

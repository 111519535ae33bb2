import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { stdout } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, readConfig, type Sources } from "../config.ts";
import { openLog } from "../log.ts";
import products from "./demo-products.csv" with { type: "text" };
import { startService, stopOnSignals } from "./serve.ts";
import { printWelcome } from "./welcome.ts";

const FILE_NAME = "demo-products.csv";
const POLL_MS = 100;

type Json = Record<string, unknown>;
type Call = (method: string, path: string, body?: Json | FormData) => Promise<Response>;

const say = (line = "") => void stdout.write(`${line}\n`);
const answer = async (response: Response) => (await response.json()) as Json; // the API's own answer
const pick = (from: Json, ...names: string[]) => names.map((name) => `${name} ${from[name]}`).join(", ");

/** Calls the service as a client would, and shows each call. Throws on an answer that is not 2xx. */
const caller =
  (url: string, apiKey: string): Call =>
  async (method, path, body) => {
    const sends = body === undefined || body instanceof FormData ? "" : ` ${JSON.stringify(body).slice(0, 90)}`;
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "X-API-Key": apiKey, ...(json && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    say(`   ${method} /api/v1${path}${sends} → ${response.status}`);
    return response;
  };

/** Asks until `done` likes the answer. */
async function poll(call: Call, path: string, done: (state: Json) => boolean): Promise<Json> {
  for (;;) {
    const state = await answer(await call("GET", path));
    if (done(state)) return state;
    await sleep(POLL_MS);
  }
}

async function upload(call: Call): Promise<{ id: string; mapping: Json }> {
  const form = new FormData();
  form.set("file", new File([products], FILE_NAME, { type: "text/csv" }));
  const uploaded = await answer(await call("POST", "/imports/upload", form));
  const { file_analysis: analysis } = uploaded["data"] as { file_analysis: Json };
  const mapping = analysis["suggested_mapping"] as Json; // documented as an object
  const targets = Object.entries(mapping).map(([column, target]) => `${column} = ${JSON.stringify(target)}`);
  say(`   ${pick(analysis, "row_count")}; recognised: ${targets.join(", ")}`);
  return { id: String(uploaded["id"]), mapping };
}

async function runImport(call: Call): Promise<void> {
  const { id, mapping } = await upload(call);
  await call("POST", `/imports/${id}/save-mapping`, {
    column_mapping: mapping,
    import_options: { create_categories: true },
  });
  const forecast = await answer(await call("POST", `/imports/${id}/dry-run`));
  say(`   ${pick(forecast, "products_to_create", "products_to_update", "rows_with_errors")}`);
  await call("POST", `/imports/${id}/start-processing`);
  const ended = await poll(call, `/imports/${id}`, ({ status }) =>
    /^(completed|failed|cancelled)/.test(String(status)),
  );
  say(`   ${pick(ended, "status", "processed_rows", "products_created", "products_updated", "failed_rows")}`);
}

async function search(call: Call): Promise<void> {
  const found = await answer(await call("GET", "/products?search=couteau"));
  for (const { ean, title, price } of found["items"] as Json[]) say(`     ${ean}  ${title}  ${price}`);
}

async function exportAll(call: Call): Promise<void> {
  const task = await answer(await call("POST", "/exports/csv/products", { include_fields: ["ean", "title", "price"] }));
  const path = `/exports/progress/${task["task_id"]}`;
  const { state, message } = await poll(call, path, (each) => /^(SUCCESS|FAILURE)$/.test(String(each["state"])));
  if (state !== "SUCCESS") throw new Error(`The export failed: ${message}`);
  const file = await (await call("GET", `/exports/download/${task["task_id"]}`)).text();
  const lines = file.trimEnd().split("\r\n");
  for (const line of lines.slice(0, 4)) say(`     ${line}`);
  say(`     … ${lines.length - 1} products`);
}

/** A folder that goes when the process ends, and nothing shared with any other data. */
function demoConfig(sources: Sources): Config {
  const dataDir = mkdtempSync(join(tmpdir(), "catalogd-demo-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  return { ...readConfig(sources), dataDir, databaseUrl: undefined, databaseToken: undefined, logLevel: "warn" };
}

/** `catalogd demo`: starts on an empty temporary folder, shows the main job over HTTP, and stays running to try. */
export async function demo(sources: Sources): Promise<void> {
  const config = demoConfig(sources);
  const log = openLog(config.logLevel, "http");
  const running = await startService(config, log);
  stopOnSignals(running, config, log);
  const call = caller(running.url, running.first?.apiKey ?? "");
  const steps: [title: string, step: (call: Call) => Promise<void>][] = [
    [`Import ${FILE_NAME}`, runImport],
    ["Import it again: nothing is made twice", runImport],
    ["Search the products", search],
    ["Export them", exportAll],
  ];
  for (const [index, [title, step]] of steps.entries()) {
    say(`\n${index + 1}. ${title}`);
    await step(call);
  }
  printWelcome(running);
  say(`The data is in ${config.dataDir} and goes when you stop with Ctrl-C.`);
}

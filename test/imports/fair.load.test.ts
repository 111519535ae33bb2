import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { type Api, send } from "../servers/named-servers.ts";
import { ADMIN, startService } from "../servers/service.ts";
import { OPERATOR_KEY, secondTenant, sessionOf } from "../servers/tenants.ts";

const LARGE_ROWS = 30_000;
const SMALL_ROWS = 50;
/** How much longer a small import may take beside large ones. */
const WAIT_MS = 2_000;

const fileOf = (rows: number, word: string): FormData => {
  const form = new FormData();
  const lines = Array.from({ length: rows }, (_, index) => `${word}${index},${word} ${index},${index % 90}.50`);
  form.set("file", new Blob([`sku,name,price\n${lines.join("\n")}\n`]), "products.csv");
  return form;
};

/** Uploads a file and starts its import; answers its id. */
async function begin(api: Api, rows: number, word: string): Promise<string> {
  const { json } = await api("POST", "/imports/upload", fileOf(rows, word));
  const mapping = { column_mapping: { sku: "sku", name: "name", price: "price" } };
  await api("POST", `/imports/${json.id}/save-mapping`, mapping);
  await api("POST", `/imports/${json.id}/start-processing`);
  return json.id;
}

/** How long a small import takes from its start to its end. */
async function smallOne(api: Api, word: string): Promise<number> {
  const id = await begin(api, SMALL_ROWS, word);
  const startedMs = performance.now();
  for (;;) {
    const { json } = await api("GET", `/imports/${id}`);
    if (json.status === "completed") return performance.now() - startedMs;
    await Bun.sleep(20);
  }
}

test("50 rows of one tenant wait at most 2 s beside three times 30,000 of another", async () => {
  const service = await startService({ folder: temporaryFolder(), env: { CATALOGD_OPERATOR_KEY: OPERATOR_KEY } });
  const { url } = service;
  const mine = await sessionOf(url, ADMIN);
  const theirs = await secondTenant(url);
  const small: Api = (method, path, body) => send(url, mine, method, path, body);
  const large: Api = (method, path, body) => send(url, theirs, method, path, body);
  const aloneMs = await smallOne(small, "A");
  const ids: string[] = [];
  for (const word of ["L", "M", "N"]) ids.push(await begin(large, LARGE_ROWS, word));

  const besideMs: number[] = [];
  for (const word of ["B", "C", "D"]) besideMs.push(await smallOne(small, word));

  const { json } = await large("GET", `/imports/${ids[2]}`);
  expect(json.status).not.toBe("completed");
  expect(Math.max(...besideMs) - aloneMs).toBeLessThan(WAIT_MS);
  await service.kill("SIGKILL");
}, 300_000);

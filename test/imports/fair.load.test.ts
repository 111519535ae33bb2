import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { type Api, send } from "../servers/named-servers.ts";
import { ADMIN, startService } from "../servers/service.ts";
import { OPERATOR_KEY, secondTenant, sessionOf } from "../servers/tenants.ts";

const LARGE_ROWS = 30_000;
const SMALL_ROWS = 50;
/** What the large imports do in two seconds of two quiet cores: a small one waits no longer, however slow the machine is now. */
const WAIT_ROWS = 10_000;

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

/** Imports a small file to its end. */
async function smallOne(api: Api, word: string): Promise<void> {
  const id = await begin(api, SMALL_ROWS, word);
  while ((await api("GET", `/imports/${id}`)).json.status !== "completed") await Bun.sleep(20);
}

/** How many rows of some imports are done. */
async function rowsDone(api: Api, ids: readonly string[]): Promise<number> {
  const imports = await Promise.all(ids.map((id) => api("GET", `/imports/${id}`)));
  return imports.reduce((sum, { json }) => sum + json.processed_rows, 0);
}

test("50 rows of one tenant wait for 10,000 rows at most beside three times 30,000 of another", async () => {
  const service = await startService({ folder: temporaryFolder(), env: { CATALOGD_OPERATOR_KEY: OPERATOR_KEY } });
  const { url } = service;
  const mine = await sessionOf(url, ADMIN);
  const theirs = await secondTenant(url);
  const small: Api = (method, path, body) => send(url, mine, method, path, body);
  const large: Api = (method, path, body) => send(url, theirs, method, path, body);
  const ids: string[] = [];
  for (const word of ["L", "M", "N"]) ids.push(await begin(large, LARGE_ROWS, word));

  const waits: number[] = [];
  for (const word of ["B", "C", "D"]) {
    const before = await rowsDone(large, ids);
    await smallOne(small, word);
    waits.push((await rowsDone(large, ids)) - before);
  }

  const { json } = await large("GET", `/imports/${ids[2]}`);
  expect(json.status).not.toBe("completed");
  expect(Math.max(...waits)).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThan(WAIT_ROWS);
  await service.kill("SIGKILL");
}, 300_000);

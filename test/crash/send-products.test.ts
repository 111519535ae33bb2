import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { type FileServer, PASSWORD, startFtp, USER } from "../remote-files/file-servers.ts";
import { newApiKey, startService } from "../servers/service.ts";

const PRODUCTS = 200;
const KILLED_AT = [20, 70, 120];
const LOOK_MS = 5;
let server: FileServer;
beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());

const sent = () => readdirSync(server.folder).filter((name) => name.endsWith(".json"));

test(`${PRODUCTS} products are at the partner once each and whole after ${KILLED_AT.length} kills`, async () => {
  const start = { folder: temporaryFolder(), env: { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" } };
  let service = await startService(start);
  const key = await newApiKey(service.url);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
    return (await answer.json()) as any;
  };
  const rows = Array.from({ length: PRODUCTS }, (_, index) => ({ reference: `S-${index}`, name: `Sent ${index}` }));
  await call("POST", "/appsync/products/sync", rows);
  const pages = await Promise.all([1, 2].map((page) => call("GET", `/products?page=${page}&per_page=100`)));
  const ids = pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id));
  const platform = await call("POST", "/exports/platforms", {
    ...{ name: "Partner", platform_type: "ftp", is_active: true, rate_limit_per_second: 100 },
    config: { host: "127.0.0.1", port: server.port, username: USER, password: PASSWORD },
  });
  const job = await call("POST", `/exports/platforms/${platform.id}/bulk-export`, { product_ids: ids });
  for (const count of KILLED_AT) {
    while (sent().length < count) await Bun.sleep(LOOK_MS);
    await service.kill("SIGKILL");
    service = await startService(start);
  }
  let now = job;
  while (now.status === "pending" || now.status === "running") {
    await Bun.sleep(LOOK_MS);
    now = await call("GET", `/exports/jobs/${job.id}`);
  }
  expect(now).toMatchObject({ status: "completed", total_items: PRODUCTS, success_items: PRODUCTS, failed_items: 0 });
  // Temporary names too, of which there are none.
  const names = readdirSync(server.folder);
  expect(names.toSorted()).toEqual(ids.map((id) => `${id}.json`).toSorted());
  for (const name of names) JSON.parse(readFileSync(join(server.folder, name), "utf8"));
  expect(await service.kill("SIGTERM")).toBe(0);
}, 120_000);

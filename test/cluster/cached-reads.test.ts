import { afterAll, expect, test } from "bun:test";
import { OPERATOR_KEY, secondTenant } from "../servers/tenants.ts";
import { callerAt, callersWithKey, callersWithSession, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";

const AGE_MS = 1_000;
const READS = 400;
const CHANGES = 12;
const cluster = await startCluster({
  processes: 2,
  env: { CATALOGD_CACHE_MAX_AGE_MS: String(AGE_MS), CATALOGD_OPERATOR_KEY: OPERATOR_KEY },
});
afterAll(() => cluster.stop());
const urls = cluster.members.map(({ service }) => service.url);
const [first = "", second = ""] = urls;
const [here = callerAt("", {}), there = here] = await callersWithKey(urls);
const [line] = cluster.members.map((member) => member.line);

let codes = 0;
const newProduct = async (call = here) => {
  const ean = `20${String(codes++).padStart(10, "0")}`;
  const given = { name: `Cached ${ean}`, reference: ean, price: 1 };
  return (await call("POST", "/products", given)).body as { id: string; reference: string };
};

test("products that are asked for again are answered without the server", async () => {
  const made = [await newProduct(), await newProduct(), await newProduct()];
  const paths = made.flatMap(({ id, reference }) => [`/products/${id}`, `/products?search=${reference}`]);
  for (const path of paths) await here("GET", path);
  line?.takeRoundTrips();
  const fromMs = performance.now();
  for (let read = 0; read < READS; read++) {
    const { status } = await here("GET", paths[read % paths.length] ?? "");
    expect(status).toBe(200);
  }
  const seconds = Math.ceil((performance.now() - fromMs) / 1_000);
  // A few looks a second, at what was changed, at the key, and by those that wait for work.
  expect(line?.takeRoundTrips()).toBeLessThan(paths.length * 3 + seconds * 40);
}, 60_000);

test("nothing is asked while there are no reads", async () => {
  await here("GET", "/products");
  await Bun.sleep(10_000);
  line?.takeRoundTrips();
  await Bun.sleep(10_000);
  // As without a cache that follows, which would look forty times.
  expect(line?.takeRoundTrips()).toBeLessThanOrEqual(25);
}, 60_000);

test("what a process has stored its next answer shows, also what its jobs have", async () => {
  const { id } = await newProduct();
  for (let price = 2; price < 2 + CHANGES; price++) {
    await here("GET", `/products/${id}`);
    expect((await here("PATCH", `/products/${id}`, { price })).status).toBe(200);
    expect(Number((await here("GET", `/products/${id}`)).body.price)).toBe(price);
  }
  await here("GET", "/products?search=Imported");
  const form = new FormData();
  form.append("file", new File(["sku,name\nIMPORTED-1,Imported by a job"], "one.csv"));
  const { body: upload } = await here("POST", "/imports/upload", form);
  await here("POST", `/imports/${upload.id}/save-mapping`, { column_mapping: { sku: "sku", name: "name" } });
  await here("POST", `/imports/${upload.id}/start-processing`);
  const isOver = async () => String((await here("GET", `/imports/${upload.id}`)).body.status).startsWith("completed");
  await within(60_000, isOver);
  // Either process may have run it.
  await within(AGE_MS, async () => (await here("GET", "/products?search=Imported")).body.meta.total === 1);
}, 120_000);

test("an answer lacks what another process has stored for a second at most, and goes on to show it", async () => {
  const { id } = await newProduct();
  const stored: { price: number; atMs: number }[] = [];
  const limits = { isOver: false, late: [] as string[], reads: 0 };
  const reading = async () => {
    let shown = 1;
    while (!limits.isOver) {
      const sentMs = performance.now();
      const price = Number((await here("GET", `/products/${id}`)).body.price);
      limits.reads++;
      // What was stored that long before it was asked for.
      const due = stored.findLast(({ atMs }) => atMs + AGE_MS < sentMs)?.price ?? 1;
      if (price < due || price < shown) limits.late.push(`${price} was shown after ${Math.max(due, shown)}`);
      shown = price;
    }
  };
  const readers = Promise.all([reading(), reading()]);
  for (let price = 2; price < 2 + CHANGES; price++) {
    expect((await there("PATCH", `/products/${id}`, { price })).status).toBe(200);
    stored.push({ price, atMs: performance.now() });
    await Bun.sleep(Math.random() * 600);
  }
  await Bun.sleep(AGE_MS);
  expect(Number((await here("GET", `/products/${id}`)).body.price)).toBe(1 + CHANGES);
  limits.isOver = true;
  await readers;
  expect(limits.late).toEqual([]);
  expect(limits.reads).toBeGreaterThan(CHANGES);
}, 60_000);

test("a change goes by what the server has, not by what the cache shows", async () => {
  const { id } = await newProduct();
  const read = await fetch(`${first}/api/v1/products/${id}`, { headers: await keyHeaders() });
  const etag = read.headers.get("etag") ?? "";
  await there("PATCH", `/products/${id}`, { price: 7 });
  const { status } = await here("PATCH", `/products/${id}`, { price: 8 }, { "if-match": etag });
  expect(status).toBe(412);
});

test("a revoked key is refused within a second also where all it asks for is cached, and other tenants see nothing of it", async () => {
  const { id } = await newProduct();
  const [admin = here] = await callersWithSession([second]);
  const made = await admin("POST", "/api-keys", { name: "to be revoked", scopes: ["products:read"] });
  const withKey = callerAt(first, { "x-api-key": made.body.key });
  for (let read = 0; read < 5; read++) expect((await withKey("GET", `/products/${id}`)).status).toBe(200);
  expect((await admin("DELETE", `/api-keys/${made.body.id}`)).status).toBeLessThan(300);
  const revokedMs = performance.now();
  for (let sentMs = revokedMs; sentMs <= revokedMs + 2 * AGE_MS; sentMs = performance.now()) {
    const { status } = await withKey("GET", `/products/${id}`);
    if (sentMs > revokedMs + AGE_MS) expect(status).toBe(401);
  }
  const stranger = callerAt(first, await secondTenant(first));
  expect((await stranger("GET", `/products/${id}`)).status).toBe(404);
  expect((await stranger("GET", "/products")).body.meta.total).toBe(0);
}, 60_000);

async function keyHeaders(): Promise<Record<string, string>> {
  const [admin = here] = await callersWithSession([first]);
  const made = await admin("POST", "/api-keys", { name: "reads", scopes: ["products:read"] });
  return { "x-api-key": made.body.key };
}

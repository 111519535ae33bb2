import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { number, type Row } from "../../db/rows.ts";
import { AnswerCache, type Validity } from "../../src/cache/answer-cache.ts";
import { createApp } from "../../src/http/app.ts";
import { SILENT, TELLERS } from "../events/tellers.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { named, OPERATIONS, type Operation } from "../sweeps/operations.ts";
import { call, requestOf, rightsOf, type SeededTenant, seededTenant } from "../sweeps/world.ts";
import { UNPAIRED_STATES } from "../unpaired-states.ts";

// Generated: after each operation that changes something, a service that has cached its answers must answer as one that has
// just been started.

const IDENTITY = new Set(SILENT["who is in, and what they set"]);
const changes = OPERATIONS.filter(({ method, id }) => (method !== "GET" || id in TELLERS) && !IDENTITY.has(id));

const pathsOf = ({ ids }: SeededTenant) => [
  `/products/${ids["product_id"]}`,
  `/products/${ids["product_id"]}?include_deleted=true`,
  "/products",
  "/products?per_page=1&page=2",
  "/products?sort_by=title&include_deleted=true",
  `/products?brand_id=${ids["brand_id"]}`,
  `/categories/${ids["category_id"]}/products`,
  `/suppliers/${ids["supplier_id"]}/products`,
  `/entities/${ids["entity_id"]}/products`,
  `/ext/products/${ids["ean"]}`,
  "/search/products?q=&facets=brand,category,supplier,tag",
];

const { engine } = services.search;
const freshApp = () => createApp({ ...services, cache: new AnswerCache(engine) });
const caching = freshApp();
type Told = [path: string, answer: { status: number; etag: string | null; body: string }];

const totalsIn = (row: Row) => [number(row, "live"), number(row, "deleted")];
const keptTotals = (db: Reader) =>
  db.one(
    "select live_products as live, deleted_products as deleted from tenant_clock where tenant_id = :tenant",
    {},
    totalsIn,
  );
const countedTotals = (db: Reader) =>
  db.one(
    `select count(*) filter (where deleted_at_ms is null) as live,
      count(*) filter (where deleted_at_ms is not null) as deleted from product where tenant_id = :tenant`,
    {},
    totalsIn,
  );

/** What a service answers to all of these; what a request is told of itself is left out. */
async function answersOf(app: typeof caching, { apiKey, ...tenant }: SeededTenant): Promise<Told[]> {
  const headers = { "x-api-key": apiKey, "accept-language": "en,fr" };
  return Promise.all(
    pathsOf({ apiKey, ...tenant }).map(async (path): Promise<Told> => {
      const response = await app.handle(new Request(`http://localhost/api/v1${path}`, { headers }));
      const { status } = response;
      return [path, { status, etag: response.headers.get("etag"), body: status === 200 ? await response.text() : "" }];
    }),
  );
}

/** Other names for what a product names. */
const RENAMED = "putBrand updateBrand putCategory updateCategory putSupplier updateSupplier putTag updateTag".split(
  " ",
);
const renamed = () => ({ name: "Renamed" });

async function perform(tenant: SeededTenant, operation: Operation): Promise<void> {
  const { body: told, prepare, send } = TELLERS[operation.id] ?? {};
  const body = RENAMED.includes(operation.id) ? renamed : told;
  const { product_id, brand_id, category_id, supplier_id } = tenant.ids;
  await tenant.patch(`/products/${product_id}`, { brand_id, category_id, supplier_id });
  const ids = { ...tenant.ids, ...(await prepare?.(tenant)) };
  const before = await answersOf(caching, tenant);
  expect(before.filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual(
    operation.id === "restoreProduct" ? [pathsOf(tenant)[0] ?? "", `/ext/products/${tenant.ids["ean"]}`] : [],
  );
  if (send) return void (await send(tenant));
  const request = requestOf(operation, { ids, bodies: tenant.bodies });
  await call(operation, body ? { ...request, body: body(ids) } : request, await rightsOf(operation, tenant));
}

test.each(named(changes))("a cached answer is the fresh one after %s", async (_, operation) => {
  const tenant = await seededTenant("qzkeptqz");

  await perform(tenant, operation);

  const atOnce = await answersOf(caching, tenant);
  expect(atOnce).toEqual(await answersOf(freshApp(), tenant));
  await runJobs();
  expect(await answersOf(caching, tenant)).toEqual(await answersOf(freshApp(), tenant));
  expect(await keptTotals(tenant.db)).toEqual(await countedTotals(tenant.db));
  expect(await tenant.db.one(UNPAIRED_STATES, {}, (row) => number(row, "n"))).toBe(0);
});

/** Answers that count how often they were read. */
function counting({ sizeMax = 10_000, validity = "catalog" as Validity, indexedToUs = async () => 0 } = {}) {
  const cache = new AnswerCache({ isOfDatabase: true, indexedToUs }, sizeMax);
  let reads = 0;
  const read = async () => ({ text: `answer ${++reads}` });
  const ask = async ({ db }: { db: Reader }, key: unknown, isLasting = true) =>
    (await cache.answer(db, validity, key, read, { isLasting: () => isLasting })).text;
  return { ask, cache };
}

test("an answer is read once while nothing changes, for each key and tenant", async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  const { ask } = counting();

  expect(await ask(one, "a")).toBe("answer 1");
  expect(await ask(one, "a")).toBe("answer 1");
  expect(await ask(one, "b")).toBe("answer 2");
  expect(await ask(other, "a")).toBe("answer 3");
  await one.post("/products", { name: "New" });
  expect(await ask(one, "a")).toBe("answer 4");
  expect(await ask(other, "a")).toBe("answer 3");
});

test("an answer that is not to last is not cached, nor one that there is no room for", async () => {
  const tenant = await newTenant();
  const roomy = counting();
  const narrow = counting({ sizeMax: 100 });

  expect(await roomy.ask(tenant, "a", false)).toBe("answer 1");
  expect(await roomy.ask(tenant, "a")).toBe("answer 2");
  expect(await narrow.ask(tenant, "a")).toBe("answer 1");
  expect(await narrow.ask(tenant, "a")).toBe("answer 2");
});

test("the cache is bounded: the answers used last stay", async () => {
  const tenant = await newTenant();
  // Room for two.
  const { ask } = counting({ sizeMax: 450 });

  for (const key of ["a", "b", "a", "c"]) await ask(tenant, key);

  expect([await ask(tenant, "a"), await ask(tenant, "c"), await ask(tenant, "b")]).toEqual([
    "answer 1",
    "answer 3",
    "answer 4",
  ]);
});

test("concurrent callers with the same key share one read, also one that fails", async () => {
  const { db } = await newTenant();
  const { ask, cache } = counting();
  const fail = () => Promise.reject(new Error("no"));

  expect(await Promise.all([ask({ db }, "a"), ask({ db }, "a"), ask({ db }, "b")])).toEqual([
    "answer 1",
    "answer 1",
    "answer 2",
  ]);
  await expect(cache.answer(db, "catalog", "c", fail)).rejects.toThrow("no");
  expect(await ask({ db }, "c")).toBe("answer 3");
});

test("what was read while a change was committed is not given out afterwards", async () => {
  const tenant = await newTenant();
  const { ask, cache } = counting();
  const read = async () => {
    await tenant.post("/products", { name: "Meanwhile" });
    return { text: "before or after" };
  };

  await cache.answer(tenant.db, "catalog", "a", read);

  expect(await ask(tenant, "a")).toBe("answer 1");
});

test("an answer of the index is valid as long as the index stands as well", async () => {
  const tenant = await newTenant();
  let indexedToUs = 1;
  const { ask } = counting({ validity: "catalog+index", indexedToUs: async () => indexedToUs });
  // A reader that cannot tell commits looks each time.
  const place = { db: { ...tenant.db, commits: () => null } };

  expect([await ask(place, "a"), await ask(place, "a")]).toEqual(["answer 1", "answer 1"]);
  indexedToUs = 2;
  expect(await ask(place, "a")).toBe("answer 2");
});

test("a value from before the last change is found as outdated", async () => {
  const tenant = await newTenant();
  const { cache } = counting();
  const find = () => cache.find<number>(tenant.db, "catalog", "length");

  (await find()).put(3);
  expect(await find()).toMatchObject({ value: 3, outdated: undefined });
  await tenant.post("/products", { name: "New" });
  expect(await find()).toMatchObject({ value: undefined, outdated: 3 });
});

test("the change sequence is read after each commit, once, and whenever commits cannot be told", async () => {
  const tenant = await newTenant();
  const { ask } = counting();
  let reads = 0;
  let commits: number | null = 0;
  const db: Reader = {
    ...tenant.db,
    commits: () => commits,
    one: (...asked) => {
      reads++;
      return tenant.db.one(...asked);
    },
  };
  const readsFor = async (now: number | null) => {
    commits = now;
    reads = 0;
    for (let time = 0; time < 3; time++) expect(await ask({ db }, "a")).toBe("answer 1");
    return reads;
  };

  expect([await readsFor(0), await readsFor(1), await readsFor(null), await readsFor(2)]).toEqual([1, 1, 3, 1]);
  await tenant.post("/products", { name: "New" });
  commits = 3;
  expect(await ask({ db }, "a")).toBe("answer 2");
});

test("a cache that is used stays, one that is idle is emptied, and fills again", async () => {
  const tenant = await newTenant();
  const { ask, cache } = counting();

  await ask(tenant, "a");
  cache.tidy();
  expect(await ask(tenant, "a")).toBe("answer 1");
  cache.tidy();
  cache.tidy();
  expect(await ask(tenant, "a")).toBe("answer 2");
  expect(await ask(tenant, "a")).toBe("answer 2");
});

test("answers that a change has outdated are let go, what is wanted outdated stays", async () => {
  const tenant = await newTenant();
  const cache = new AnswerCache(engine);
  const outdated = async (key: string) => (await cache.find(tenant.db, "catalog", key)).outdated;
  await cache.answer(tenant.db, "catalog", "answer", async () => "answer");
  (await cache.find(tenant.db, "catalog", "total")).put("total");
  await tenant.post("/products", { name: "New" });
  expect([await outdated("answer"), await outdated("total")]).toEqual(["answer", "total"]);

  cache.tidy();

  expect([await outdated("answer"), await outdated("total")]).toEqual([undefined, "total"]);
});

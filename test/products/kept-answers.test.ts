import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { number, type Row } from "../../db/rows.ts";
import { createApp } from "../../src/app.ts";
import { KeptAnswers } from "../../src/products/kept-answers.ts";
import { SILENT, TELLERS } from "../events/tellers.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { named, OPERATIONS, type Operation } from "../sweeps/operations.ts";
import { call, requestOf, rightsOf, type SeededTenant, seededTenant } from "../sweeps/world.ts";
import { UNPAIRED_STATES } from "../unpaired-states.ts";

// Generated: after each operation that changes something, a service that has kept its answers must answer as one that has
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

const keeping = createApp(services);
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
async function answersOf(app: typeof keeping, { apiKey, ...tenant }: SeededTenant): Promise<Told[]> {
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
  const before = await answersOf(keeping, tenant);
  expect(before.filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual(
    operation.id === "restoreProduct" ? [pathsOf(tenant)[0] ?? "", `/ext/products/${tenant.ids["ean"]}`] : [],
  );
  if (send) return void (await send(tenant));
  const request = requestOf(operation, { ids, bodies: tenant.bodies });
  await call(operation, body ? { ...request, body: body(ids) } : request, await rightsOf(operation, tenant));
}

test.each(named(changes))("what is kept is what is so after %s", async (_, operation) => {
  const tenant = await seededTenant("qzkeptqz");

  await perform(tenant, operation);

  const atOnce = await answersOf(keeping, tenant);
  expect(atOnce).toEqual(await answersOf(createApp(services), tenant));
  await runJobs();
  expect(await answersOf(keeping, tenant)).toEqual(await answersOf(createApp(services), tenant));
  expect(await keptTotals(tenant.db)).toEqual(await countedTotals(tenant.db));
  expect(await tenant.db.one(UNPAIRED_STATES, {}, (row) => number(row, "n"))).toBe(0);
});

/** Answers that count how often they were made. */
function counting(keptMax = 10_000) {
  const kept = new KeptAnswers<{ text: string; clock: number | null }>(keptMax);
  let made = 0;
  const ask = async (tenant: { db: Parameters<typeof kept.answer>[0] }, asked: unknown, clock: number | null) =>
    (await kept.answer(tenant.db, asked, async () => ({ text: `answer ${++made}`, clock }))).text;
  return { ask };
}

test("an answer is made once while nothing changes, for each question and tenant", async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  const { ask } = counting();

  expect(await ask(one, "a", 0)).toBe("answer 1");
  expect(await ask(one, "a", 0)).toBe("answer 1");
  expect(await ask(one, "b", 0)).toBe("answer 2");
  expect(await ask(other, "a", 0)).toBe("answer 3");
  await one.post("/products", { name: "New" });
  expect(await ask(one, "a", 0)).toBe("answer 4");
  expect(await ask(other, "a", 0)).toBe("answer 3");
});

test("what is of several moments is not kept, nor what there is no room for", async () => {
  const tenant = await newTenant();
  const roomy = counting();
  const narrow = counting(100);

  expect(await roomy.ask(tenant, "a", null)).toBe("answer 1");
  expect(await roomy.ask(tenant, "a", 0)).toBe("answer 2");
  expect(await narrow.ask(tenant, "a", 0)).toBe("answer 1");
  expect(await narrow.ask(tenant, "a", 0)).toBe("answer 2");
});

test("the clock is looked at after each commit, once, and whenever commits cannot be told", async () => {
  const tenant = await newTenant();
  const { ask } = counting();
  let looks = 0;
  let commits: number | null = 0;
  const db: Reader = {
    ...tenant.db,
    commits: () => commits,
    one: (...asked) => {
      looks++;
      return tenant.db.one(...asked);
    },
  };
  const looksFor = async (now: number | null) => {
    commits = now;
    looks = 0;
    for (let time = 0; time < 3; time++) expect(await ask({ db }, "a", 0)).toBe("answer 1");
    return looks;
  };

  expect([await looksFor(0), await looksFor(1), await looksFor(null), await looksFor(1)]).toEqual([0, 1, 3, 1]);
  await tenant.post("/products", { name: "New" });
  commits = 2;
  expect(await ask({ db }, "a", 0)).toBe("answer 2");
});

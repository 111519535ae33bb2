import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { number, type Row } from "../../db/rows.ts";
import { createApp } from "../../src/app.ts";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import { SILENT, TELLERS } from "../events/emitters.ts";
import { runJobs, services } from "../harness.ts";
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
const caching = createApp({ ...services, cache: new AnswerCache(engine) });
/** Its cache has no room for any answer. */
const fresh = createApp({ ...services, cache: new AnswerCache(engine, 1) });
type Reported = [path: string, answer: { status: number; etag: string | null; body: string }];

const totalsIn = (row: Row) => [number(row, "live"), number(row, "deleted")];
const storedTotals = (db: Reader) =>
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

/** What a service answers to all of these; facts of the request itself are left out. */
async function answersOf(app: typeof caching, { apiKey, ...tenant }: SeededTenant): Promise<Reported[]> {
  const headers = { "x-api-key": apiKey, "accept-language": "en,fr" };
  return Promise.all(
    pathsOf({ apiKey, ...tenant }).map(async (path): Promise<Reported> => {
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

/** Has the product name everything that the paths are about. */
const isNamed = async ({ ids, patch }: SeededTenant) => {
  const { product_id, brand_id, category_id, supplier_id } = ids;
  return (await patch(`/products/${product_id}`, { brand_id, category_id, supplier_id })).status === 200;
};

let used: SeededTenant | undefined;
/** A tenant with everything: that of the operation before, unless a requested one went with it. */
async function wholeTenant(): Promise<SeededTenant> {
  const isWhole =
    used !== undefined &&
    (await isNamed(used)) &&
    (await answersOf(fresh, used)).every(([, { status }]) => status === 200);
  if (used && isWhole) return used;
  used = await seededTenant("qzkeptqz");
  expect(await isNamed(used)).toBe(true);
  return used;
}

/** Performs an operation after everything has been requested; returns what was answered before. */
async function perform(tenant: SeededTenant, operation: Operation): Promise<Reported[]> {
  const { body: reported, prepare, send } = TELLERS[operation.id] ?? {};
  const body = RENAMED.includes(operation.id) ? renamed : reported;
  const ids = { ...tenant.ids, ...(await prepare?.(tenant)) };
  const before = await answersOf(caching, tenant);
  expect(before.filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual(
    operation.id === "restoreProduct" ? [pathsOf(tenant)[0] ?? "", `/ext/products/${tenant.ids["ean"]}`] : [],
  );
  const request = requestOf(operation, { ids, bodies: tenant.bodies });
  if (send) await send(tenant);
  else await call(operation, body ? { ...request, body: body(ids) } : request, await rightsOf(operation, tenant));
  return before;
}

/** Emits that it was done even when it changes nothing (S6.2). */
const EMITS_ALWAYS = ["activateSyncProduct"];
const changesProducts = ({ id }: Operation) =>
  !EMITS_ALWAYS.includes(id) && (TELLERS[id]?.tells.some((type) => type.startsWith("product.")) ?? false);

test.each(named(changes))("a cached answer is the fresh one after %s", async (_, operation) => {
  const tenant = await wholeTenant();

  const before = await perform(tenant, operation);

  const atOnce = await answersOf(caching, tenant);
  expect(atOnce).toEqual(await answersOf(fresh, tenant));
  await runJobs();
  const later = await answersOf(caching, tenant);
  expect(later).toEqual(await answersOf(fresh, tenant));
  if (changesProducts(operation)) expect(later).not.toEqual(before);
  expect(await storedTotals(tenant.db)).toEqual(await countedTotals(tenant.db));
  expect(await tenant.db.one(UNPAIRED_STATES, {}, (row) => number(row, "n"))).toBe(0);
});

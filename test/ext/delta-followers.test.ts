import { expect, test } from "bun:test";
import fc from "fast-check";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { sized } from "../sized.ts";
import { cursorFollower, type Follower, firstPageFollower, type Listed, pagingFollower } from "./followers.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const PRODUCTS = 9;
const EANS = Array.from({ length: PRODUCTS }, newEan);
const refOf = (index: number) => `REF-${index}`;

/** A write through one of the surfaces: what it does to which product, rebuilt each time so that something changes. */
type Write = (tenant: Tenant, index: number, value: number) => Promise<unknown>;
const WRITES: Record<string, Write> = {
  upsert: ({ post }, index, value) =>
    post("/ext/products", { ean: EANS[index], name: `P${index}`, reference: refOf(index), weight: value }),
  batch: ({ post }, index, value) =>
    post("/ext/products/batch", {
      products: [index, (index + 1) % PRODUCTS, (index + 4) % PRODUCTS].map((each) => {
        return { ean: EANS[each], name: `P${each}`, reference: refOf(each), height: value };
      }),
    }),
  replace: ({ put }, index, value) =>
    put(`/ext/products/${EANS[index]}`, { name: `R${value}`, reference: refOf(index) }),
  sync: ({ post }, index, value) =>
    post("/appsync/products/sync", [{ reference: refOf(index), ean: EANS[index], name: `S${value}` }]),
  stock: ({ post }, index, value) => post("/appsync/stock/update", [{ ean: EANS[index], stock: value }]),
  prices: ({ post }, index, value) => post("/appsync/prices/update", [{ ean: EANS[index], price_ttc: value }]),
  deactivate: ({ post }, index) => post(`/appsync/products/${refOf(index)}/deactivate`),
  catalog: async ({ get, patch }, index, value) => {
    const { body } = await get(`/ext/products/${EANS[index]}`);
    if (body.data) await patch(`/products/${body.data.id}`, { price: value });
  },
};

const FOLLOWERS: Record<string, (tenant: Tenant, pageSize: number) => Follower> = {
  paging: pagingFollower,
  // The last product it has seen comes again, so it needs room for one more.
  "first page": (tenant, pageSize) => firstPageFollower(tenant, pageSize + 1),
  cursor: cursorFollower,
};

const write = fc.record({
  kind: fc.constantFrom(...Object.keys(WRITES)),
  index: fc.nat(PRODUCTS - 1),
});
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ write }) },
  { weight: 3, arbitrary: fc.record({ follower: fc.nat(5) }) },
);
const pageSizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 2 });

/** Lets a follower go on until it takes itself to be up to date. */
async function finish(follower: Follower): Promise<void> {
  for (let steps = 0; steps < 200; steps++) if (await follower.step()) return;
  throw new Error("A follower does not come to an end");
}

/** Every product of the tenant, as one page of the list shows it. */
async function catalogOf(tenant: Tenant) {
  const { body } = await tenant.get("/ext/products?page_size=500");
  return new Map<string, Listed>(body.data.map((each: Listed) => [each.id, each]));
}

test(
  "S22.3 a client that follows the delta by its rules has the whole catalog, with any writes between two requests",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), pageSizes, async (steps, sizes) => {
        const tenant = await newTenant();
        const followers = Object.values(FOLLOWERS).flatMap((open) => sizes.map((size) => open(tenant, size)));
        let value = 0;
        for (const each of steps) {
          if ("write" in each) await WRITES[each.write.kind]?.(tenant, each.write.index, ++value);
          else await followers[each.follower]?.step();
        }
        const catalog = await catalogOf(tenant);
        for (const follower of followers) {
          await finish(follower);
          expect(follower.copy).toEqual(catalog);
        }
      }),
      { numRuns: 40 },
    );
  },
  sized(60_000, 900_000),
);

test("S22.3 followers and writers that run at the same time lose nothing either", async () => {
  const tenant = await newTenant();
  const followers = Object.values(FOLLOWERS).flatMap((open) => [open(tenant, 2), open(tenant, 3)]);
  let isWriting = true;
  const writers = Object.values(WRITES).map(async (run, writer) => {
    for (let round = 0; round < 12; round++)
      await run(tenant, (writer * 5 + round * 7) % PRODUCTS, writer * 100 + round + 1);
  });
  const reading = followers.map(async (follower) => {
    while (isWriting) {
      await follower.step();
      // Lets the answers of the writer thread in.
      await new Promise(setImmediate);
    }
  });
  await Promise.all(writers);
  isWriting = false;
  await Promise.all(reading);
  const catalog = await catalogOf(tenant);
  expect(catalog.size).toBe(PRODUCTS);
  for (const follower of followers) {
    await finish(follower);
    expect(follower.copy).toEqual(catalog);
  }
}, 30_000);

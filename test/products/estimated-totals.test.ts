import { expect, test } from "bun:test";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import { knownLength } from "../../src/products/lists/list-length.ts";
import { pageOfProducts } from "../../src/products/lists/page-of-products.ts";
import { newTenant, services } from "../harness.ts";
import { given as givenProducts } from "./given.ts";

/** A service with a cache and a time of its own. */
function withTime() {
  const clock = { nowMs: 1_000_000 };
  return { clock, services: { ...services, cache: new AnswerCache(services.search.engine), now: () => clock.nowMs } };
}

async function given(counted: { total: number; countMs: number }) {
  const tenant = await newTenant();
  const { clock, services } = withTime();
  const known = async () => {
    const { total, estimate } = await knownLength({ services, db: tenant.db }, "all");
    return { total, estimate };
  };
  (await knownLength({ services, db: tenant.db }, "all")).put(counted);
  return { clock, known, change: () => tenant.post("/products", { name: "New" }) };
}

test("the length of a list is cached while nothing has changed", async () => {
  const { known, change } = await given({ total: 3, countMs: 0 });
  expect(await known()).toEqual({ total: 3, estimate: undefined });
  await change();
  expect(await known()).toEqual({ total: undefined, estimate: undefined });
});

test("an expensive count of a long list is an estimate for a second after a change, and never the length", async () => {
  const { clock, known, change } = await given({ total: 50_000, countMs: 30 });
  await change();
  expect(await known()).toEqual({ total: undefined, estimate: 50_000 });
  clock.nowMs += 1_001;
  expect(await known()).toEqual({ total: undefined, estimate: undefined });
});

test("a short list is counted again after each change, however long that takes", async () => {
  const { known, change } = await given({ total: 0, countMs: 500 });
  await change();
  expect(await known()).toEqual({ total: undefined, estimate: undefined });
});

test("D2-026 a total that is older than the last write says so, and is exact a second later", async () => {
  const { tenant, db } = await givenProducts({ priceCents: 100 }, { priceCents: 200 });
  const { clock, services } = withTime();
  (await knownLength({ services, db }, ["products", { hasPrice: true }])).put({ total: 20_000, countMs: 30 });
  await tenant.post("/products", { name: "New" });
  const query = { has_price: true, per_page: 1 };
  // Answers are text, which a test reads.
  const meta = async () =>
    JSON.parse(JSON.stringify(await pageOfProducts({ services, db }, query))).meta as Record<string, unknown>;

  expect(await meta()).toMatchObject({ total: 20_000, total_is_estimate: true });
  clock.nowMs += 1_001;
  const exact = await meta();
  expect(exact["total"]).toBe(2);
  expect(exact).not.toHaveProperty("total_is_estimate");
});

import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { openLibsqlSearch } from "../../search/libsql/engine.ts";
import { findIndexState } from "../../search/libsql/index-state.ts";
import { readTitles } from "../../src/search/document.ts";
import { findProducts } from "../../src/search/find-products.ts";
import { ProductSearch } from "../../src/search/product-search.ts";
import { readQuery } from "../../src/search/read-query.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { addProducts } from "../add-products.ts";
import { services } from "../harness.ts";
import { given } from "../products/given.ts";
import { named } from "./searching.ts";

const follow = async () => {
  while ((await catchUp(services, new AbortController().signal)) === 0);
};

/** A search of its own, which holds what it has read of the index. */
function holding(db: Reader) {
  const search = new ProductSearch(openLibsqlSearch(services.now, readTitles));
  const find = async (words: string, filter = {}) => {
    const query = await readQuery(db, words);
    const facets = ["brand", "status", "completeness_grade"] as const;
    const request = { query, filter, facets: [...facets], offset: 0, limit: 20 };
    const { found, total, facets: values } = await findProducts(search, db, request);
    const counts = Object.values(values).map((facet) => facet.map(({ name, count }) => `${name} ${count}`));
    return { titles: found.map(({ product }) => product.title), total, counts };
  };
  const heldToUs = () => search.engine.indexedToUs(db);
  const indexedToUs = async () => (await findIndexState(db))?.indexedToUs;
  return { find, heldToUs, indexedToUs };
}

test("what was read of the index holds while little changes, and what has changed is found as it is", async () => {
  const { tenant, db, ids } = await given(
    named("Lampe une", { brand: "Lux" }),
    named("Lampe deux", { brand: "Lux" }),
    named("Banc"),
  );
  await follow();
  const { find, heldToUs, indexedToUs } = holding(db);
  expect((await find("lampe")).titles).toEqual(["Lampe une", "Lampe deux"]);
  const held = await heldToUs();

  await tenant.patch(`/products/${ids[0]}`, { title: "Chaise", status: "inactive" });
  await tenant.patch(`/products/${ids[2]}`, { title: "Banc lampe" });
  await follow();

  expect(await indexedToUs()).toBeGreaterThan(held);
  expect(await heldToUs()).toBe(held);
  expect(await find("lampe")).toEqual({
    titles: ["Lampe deux", "Banc lampe"],
    total: 2,
    counts: [["Lux 1"], ["active 2"], ["D 2"]],
  });
  expect(await find("chaise", { isActive: false })).toMatchObject({
    titles: ["Chaise"],
    counts: [["Lux 1"], ["inactive 1"], ["D 1"]],
  });
  expect(await find("chaise", { isActive: true })).toMatchObject({ titles: [], total: 0 });
});

test("after many changes, or when a product is erased, the index is read again", async () => {
  const { tenant, db, ids } = await given(named("Lampe une", { brand: "Lux" }), named("Lampe deux", { brand: "Lux" }));
  await follow();
  const { find, heldToUs, indexedToUs } = holding(db);
  await find("lampe");

  await services.write(
    addProducts,
    tenant.id,
    Array.from({ length: 201 }, (_, at) => named(`Lampe ${at}`, { brand: at % 2 ? "Lux" : "Sol" })),
  );
  await follow();

  expect(await heldToUs()).toBe((await indexedToUs()) ?? 0);
  expect(await find("lampe")).toMatchObject({
    total: 203,
    counts: [["Lux 102", "Sol 101"], ["active 203"], ["D 203"]],
  });
  expect(await find("lampe", { statuses: ["draft"] })).toMatchObject({ total: 0 });

  await tenant.delete(`/products/${ids[0]}?permanent=true`);
  await follow();
  expect(await heldToUs()).toBe((await indexedToUs()) ?? 0);
  expect(await find("lampe une")).toMatchObject({ titles: [], total: 0 });
});

test("hits are counted and filtered in all chunks of rows", async () => {
  const { tenant, db } = await given(named("Lampe", { brand: "Lux" }));
  const { db: other } = await given(named("Lampe"));
  // More rows than are read at once, of which another tenant has some.
  await services.write(
    addProducts,
    tenant.id,
    Array.from({ length: 4_200 }, (_, at) => named(`Banc ${at}`)),
  );
  await services.write(addProducts, tenant.id, [named("Lampe loin", { brand: "Sol" })]);
  await follow();
  const { find } = holding(db);

  expect(await find("lampe")).toMatchObject({ total: 2, counts: [["Lux 1", "Sol 1"], ["active 2"], ["D 2"]] });
  expect(await find("banc", { statuses: ["active"] })).toMatchObject({ total: 4_200 });
  expect(await holding(other).find("lampe")).toMatchObject({ total: 1, counts: [[], ["active 1"], ["D 1"]] });
});

test("hits are filtered by prices, both ends inclusive, as they are now", async () => {
  const { tenant, db, ids } = await given(
    named("Lampe une", { priceCents: 1_000 }),
    named("Lampe deux", { priceCents: 2_000 }),
    named("Lampe trois"),
    named("Lampe quatre", { priceCents: 0 }),
  );
  await follow();
  const { find } = holding(db);
  const titles = async (filter: object) => (await find("lampe", filter)).titles;

  expect(await titles({ priceMinCents: 1_000, priceMaxCents: 2_000 })).toEqual(["Lampe une", "Lampe deux"]);
  expect(await titles({ priceMinCents: 1_001 })).toEqual(["Lampe deux"]);
  expect(await titles({ priceMaxCents: 1_999 })).toEqual(["Lampe une", "Lampe quatre"]);
  await tenant.patch(`/products/${ids[2]}`, { price: 15 });
  expect(await titles({ priceMinCents: 1_000, priceMaxCents: 1_500 })).toEqual(["Lampe une", "Lampe trois"]);
  await services.write(
    addProducts,
    tenant.id,
    Array.from({ length: 201 }, (_, at) => named(`Banc ${at}`)),
  );
  await follow();
  expect(await titles({ priceMinCents: 1_000, priceMaxCents: 1_500 })).toEqual(["Lampe une", "Lampe trois"]);
});

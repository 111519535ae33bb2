import { expect, test } from "bun:test";
import type { SearchRequest } from "../../src/search/find-products.ts";
import { KeptSearches } from "../../src/search/kept-searches.ts";
import { openSearch } from "../../src/search/open-search.ts";
import { readQuery } from "../../src/search/read-query.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { services } from "../harness.ts";
import { given } from "../products/given.ts";
import { named } from "./searching.ts";

/** Searches whose asks of a worker are counted. */
function counted(keptMax?: number) {
  const asked: string[] = [];
  const ask: typeof services.ask = (name, tenantId, input) => {
    asked.push(tenantId);
    return services.ask(name, tenantId, input);
  };
  return { asked, searches: new KeptSearches({ ask, search: openSearch(services.config, services.now) }, keptMax) };
}

const lamps = async (db: Parameters<typeof readQuery>[0]): Promise<SearchRequest> => ({
  query: await readQuery(db, "lampe"),
  filter: {},
  facets: ["brand", "status"],
  offset: 0,
  limit: 2,
});
const follow = async () => {
  while ((await catchUp(services, new AbortController().signal)) === 0);
};
const titles = ({ found }: Awaited<ReturnType<KeptSearches["find"]>>) => found.map(({ product }) => product.title);

test("what was found is not looked for again while nothing changes", async () => {
  const { db } = await given(named("Lampe une", { brand: "Lux" }), named("Grande lampe"), named("Banc"));
  await follow();
  const { asked, searches } = counted();

  const first = await searches.find(db, await lamps(db));
  const second = await searches.find(db, await lamps(db));

  expect(titles(first)).toEqual(["Lampe une", "Grande lampe"]);
  expect(first.facets.brand?.map(({ name, count }) => [name, count])).toEqual([["Lux", 1]]);
  expect(second).toEqual(first);
  expect(asked).toHaveLength(1);
});

test("who asks the same at once waits for the same answer", async () => {
  const { db } = await given(named("Lampe une"), named("Lampe deux"));
  await follow();
  const { asked, searches } = counted();
  const request = await lamps(db);

  const answers = await Promise.all([1, 2, 3].map(() => searches.find(db, request)));

  expect(answers.map(titles)).toEqual([1, 2, 3].map(() => ["Lampe une", "Lampe deux"]));
  expect(asked).toHaveLength(1);
});

test("a change, another page and another tenant are looked for anew", async () => {
  const { tenant, db, ids } = await given(named("Lampe une"), named("Lampe deux"), named("Lampe trois"));
  const { db: other } = await given(named("Lampe ailleurs"));
  await follow();
  const { asked, searches } = counted();
  await searches.find(db, await lamps(db));

  const next = await searches.find(db, { ...(await lamps(db)), offset: 2 });
  const elsewhere = await searches.find(other, await lamps(other));
  await tenant.delete(`/products/${ids[0]}`);
  const left = await searches.find(db, await lamps(db));

  expect(titles(next)).toEqual(["Lampe trois"]);
  expect(titles(elsewhere)).toEqual(["Lampe ailleurs"]);
  expect([titles(left), left.total, left.facets.status?.[0]?.count]).toEqual([["Lampe deux", "Lampe trois"], 2, 2]);
  expect(asked).toEqual([db.tenantId, db.tenantId, other.tenantId, db.tenantId]);
});

test("only so many are kept, the latest", async () => {
  const { db } = await given(named("Lampe"));
  await follow();
  const { asked, searches } = counted(4);
  // Each counts as one, and as one more for the status it counts by.
  const search = async (offset: number) => searches.find(db, { ...(await lamps(db)), limit: 0, offset });
  for (const offset of [1, 2, 3]) await search(offset);
  asked.length = 0;

  for (const offset of [3, 2, 1]) await search(offset);

  expect(asked).toHaveLength(1);
});

import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { openLibsqlSearch } from "../../search/libsql/engine.ts";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import { readTitles } from "../../src/search/document.ts";
import { IndexWait } from "../../src/search/index-wait.ts";
import { answerFacets, answerSearch } from "../../src/search/search-answers.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { services } from "../harness.ts";
import { given } from "../products/given.ts";
import { named } from "../search/searching.ts";

/** Searches whose calls of a worker are counted. */
function counted(sizeMax?: number) {
  const requests: string[] = [];
  const call: typeof services.call = (wanted, tenantId, input) => {
    requests.push(tenantId);
    return services.call(wanted, tenantId, input);
  };
  const engine = openLibsqlSearch(services.now, readTitles);
  const cache = new AnswerCache(engine, sizeMax);
  const index = new IndexWait(engine);
  const context = (db: Reader) => ({ db, services: { call, cache }, index });
  // Answers are text, which a test reads.
  const read = <T>(answer: T): T => JSON.parse(JSON.stringify(answer));
  return {
    asked: requests,
    lamps: async (db: Reader, page = 1) =>
      read(await answerSearch(context(db), { q: "lampe", facets: ["brand", "status"], page, per_page: 2 })),
    facets: async (db: Reader) => read(await answerFacets(context(db), { q: "lampe", facets: ["brand", "status"] })),
  };
}

const follow = async () => {
  while ((await catchUp(services, new AbortController().signal)) === 0);
};
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

test("what was found is not looked for again while nothing changes", async () => {
  const { db } = await given(named("Lampe une", { brand: "Lux" }), named("Grande lampe"), named("Banc"));
  await follow();
  const { asked, lamps, facets } = counted();

  const first = await lamps(db);
  const second = await lamps(db);

  expect(titles(first)).toEqual(["Lampe une", "Grande lampe"]);
  expect(first.facets["brand"]?.map(({ name, count }) => [name, count])).toEqual([["Lux", 1]]);
  expect(second).toEqual(first);
  expect(asked).toHaveLength(1);
  expect(await facets(db)).toEqual({ facets: first.facets, meta: { index_behind: false } });
  expect(asked).toHaveLength(2);
});

test("who asks the same at once waits for the same answer", async () => {
  const { db } = await given(named("Lampe une"), named("Lampe deux"));
  await follow();
  const { asked, lamps } = counted();

  const answers = await Promise.all([1, 2, 3].map(() => lamps(db)));

  expect(answers.map(titles)).toEqual([1, 2, 3].map(() => ["Lampe une", "Lampe deux"]));
  expect(asked).toHaveLength(1);
});

test("a change, another page and another tenant are looked for again", async () => {
  const { tenant, db, ids } = await given(named("Lampe une"), named("Lampe deux"), named("Lampe trois"));
  const { db: other } = await given(named("Lampe ailleurs"));
  await follow();
  const { asked, lamps } = counted();
  await lamps(db);

  const next = await lamps(db, 2);
  const elsewhere = await lamps(other);
  await tenant.delete(`/products/${ids[0]}`);
  const left = await lamps(db);

  expect(titles(next)).toEqual(["Lampe trois"]);
  expect(titles(elsewhere)).toEqual(["Lampe ailleurs"]);
  expect([titles(left), left.meta.total, left.facets["status"]?.[0]?.count]).toEqual([
    ["Lampe deux", "Lampe trois"],
    2,
    2,
  ]);
  expect(asked).toEqual([db.tenantId, db.tenantId, other.tenantId, db.tenantId]);
});

test.each(["brands", "suppliers"])("another name in %s shows at once, even where no product has it", async (family) => {
  const { tenant, db } = await given(named("Lampe"));
  await follow();
  const { asked, lamps } = counted();
  const { body } = await tenant.admin.post(`/${family}`, { name: "Lux", code: "LUX" });
  await lamps(db);

  expect((await tenant.admin.put(`/${family}/${body.id}`, { name: "Luxo" })).status).toBe(200);
  await lamps(db);

  expect(asked).toHaveLength(2);
});

test("only this much is cached, the latest", async () => {
  const { db } = await given(named("Lampe"));
  await follow();
  // Room for two empty pages.
  const { asked, lamps } = counted(1_000);
  for (const page of [2, 3, 4]) await lamps(db, page);
  asked.length = 0;

  for (const page of [4, 3, 2]) await lamps(db, page);

  expect(asked).toHaveLength(1);
});

import { expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { AnswerCache, type Validity } from "../../src/cache/answer-cache.ts";
import { newTenant, services } from "../harness.ts";

/** Answers that count how often they were read. */
function counting({ sizeMax = 10_000, validity = "catalog" as Validity, indexedToUs = async () => 0 } = {}) {
  const cache = new AnswerCache({ isOfDatabase: true, indexedToUs }, sizeMax);
  let reads = 0;
  const read = async () => ({ text: `answer ${++reads}` });
  const request = async ({ db }: { db: Reader }, key: unknown, isLasting = true) =>
    (await cache.answer(db, validity, key, read, { isLasting: () => isLasting })).text;
  return { ask: request, cache };
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

test("an answer that is not to last is not cached, nor one without room", async () => {
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
  // A reader that cannot see commits looks each time.
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

test("the change sequence is read after each commit, once, and whenever commits are unknown", async () => {
  const tenant = await newTenant();
  const { ask } = counting();
  let reads = 0;
  let commits: number | null = 0;
  const db: Reader = {
    ...tenant.db,
    commits: () => commits,
    one: (...requests) => {
      reads++;
      return tenant.db.one(...requests);
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
  const cache = new AnswerCache(services.search.engine);
  const outdated = async (key: string) => (await cache.find(tenant.db, "catalog", key)).outdated;
  await cache.answer(tenant.db, "catalog", "answer", async () => "answer");
  (await cache.find(tenant.db, "catalog", "total")).put("total");
  await tenant.post("/products", { name: "New" });
  expect([await outdated("answer"), await outdated("total")]).toEqual(["answer", "total"]);

  cache.tidy();

  expect([await outdated("answer"), await outdated("total")]).toEqual([undefined, "total"]);
});

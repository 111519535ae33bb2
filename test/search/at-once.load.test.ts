import { expect, test } from "bun:test";
import { openLibsqlSearch } from "../../search/libsql/engine.ts";
import { readTitles } from "../../src/search/document.ts";
import { readQuery } from "../../src/search/read-query.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { services } from "../harness.ts";
import { given } from "../products/given.ts";
import { named } from "./searching.ts";

// More than two chunks of facts, with rows that begin anywhere.
const EACH = 4_150;

test("a facet counts a value once, however many searches were the first to see it", async () => {
  const some = (title: string) => Array.from({ length: EACH }, () => named(title, { brand: "Lux" }));
  const { db } = await given(...some("Lamp"), ...some("Desk"));
  while ((await catchUp(services, new AbortController().signal)) === 0);
  const engine = openLibsqlSearch(services.now, readTitles);
  await engine.indexedToUs(db);
  const brandsOf = async (q: string) => {
    const query = await readQuery(db, q);
    const { counts } = await engine.facets(db, { query, filter: {}, stale: [], exactBesides: 0, facets: ["brand"] });
    return counts.get("brand")?.map(({ count }) => count);
  };

  expect(await Promise.all(["lamp", "desk", "lamp", "desk"].map(brandsOf))).toEqual([[EACH], [EACH], [EACH], [EACH]]);
  expect(await brandsOf("des")).toEqual([EACH]);
});

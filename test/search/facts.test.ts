import { afterAll, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import * as FAMILIES from "../../src/families.ts";
import { deleteAll } from "../../src/products/bulk/delete-all.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { findProducts } from "../../src/search/find-products.ts";
import { openSearch } from "../../src/search/open-search.ts";
import { readQuery } from "../../src/search/read-query.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { addProducts } from "../add-products.ts";
import { openFileDatabase, openServerDatabase } from "../db/databases.ts";
import { services } from "../harness.ts";
import { sqldOrSkip } from "../servers/sqld.ts";
import { named } from "./searching.ts";

const MUTATIONS = await loadMutations(FAMILIES);

const sqld = await sqldOrSkip();
afterAll(() => sqld?.stop());
const context = { now: services.now, newId: services.newId };
const mutations = new Map([...MUTATIONS, [addProducts.name, addProducts] as const]);

test.each([
  ["a file", () => openFileDatabase(mutations, context)] as const,
  ...(sqld ? [["a libSQL server", () => openServerDatabase(sqld.url, context)] as const] : []),
])("hits and facets of two tenants on %s, until one erases all", async (_, open) => {
  const database = await open();
  const drills = [
    named("Drill one", { brand: "Bosch", category: "Tools" }),
    named("Drill two", { brand: "Bosch" }),
    named("Cordless drill", { status: "draft" }),
    named("Saw", { brand: "Bosch" }),
  ];
  await database.write(addProducts, "tenant-one", drills);
  const follow = async () => {
    while ((await catchUp({ ...services, ...database }, new AbortController().signal)) === 0);
  };
  const facts = () =>
    database.reader(EVERY_TENANT).one("select count(*) as facts from product_fact", {}, (row) => number(row, "facts"));
  const search = async (tenantId: string) => {
    const db = database.reader(tenantId);
    const query = await readQuery(db, "dri");
    const { found, facets } = await findProducts(openSearch(services.config, services.now), db, {
      ...{ query, filter: {}, facets: ["brand", "category", "status"], offset: 0, limit: 2 },
    });
    const counts = Object.values(facets).map((facet) => facet.map(({ name, count }) => `${name} ${count}`));
    return [found.map(({ product }) => product.title), ...counts];
  };
  await follow();
  expect(await search("tenant-one")).toEqual([
    ["Drill one", "Drill two"],
    ["Bosch 2"],
    ["Tools 1"],
    ["active 2", "draft 1"],
  ]);
  expect(await facts()).toBe(4);
  await database.write(deleteAll, "tenant-one", undefined);
  expect(await search("tenant-one")).toEqual([[], [], [], []]);
  expect(await facts()).toBe(4);
  await follow();
  expect(await facts()).toBe(0);
  await database.write(addProducts, "tenant-two", [named("Drill", { brand: "Bosch" })]);
  await follow();
  expect(await search("tenant-two")).toEqual([["Drill"], ["Bosch 1"], [], ["active 1"]]);
  expect(await search("tenant-one")).toEqual([[], [], [], []]);
  database.close();
});

import { expect, test } from "bun:test";
import { openNames } from "../../db/exports/exported-products.ts";
import { text } from "../../db/rows.ts";
import { newTenant } from "../harness.ts";
import { given } from "../products/given.ts";

test("openNames finds the name of every id requested, however many it has found before", async () => {
  const { db } = await given({ brand: "A" }, { brand: "B" }, { brand: "C" });
  const brands = await db.all("select id, name from brand where tenant_id = :tenant order by name", {}, (row) => [
    text(row, "id"),
    text(row, "name"),
  ]);
  const [a = "", b = "", c = ""] = brands.map(([id]) => id);
  const find = openNames(db, "brandName", { knownMax: 2 });
  const namesOf = async (...ids: (string | null)[]) => {
    const found = await find(ids);
    return ids.map((id) => found.get(id));
  };
  expect(await namesOf(a, b, null)).toEqual(["A", "B", undefined]);
  expect(await namesOf(b, c)).toEqual(["B", "C"]);
  expect(await namesOf(a, b, c, crypto.randomUUID())).toEqual(["A", "B", "C", undefined]);
});

test("openNames does not know the names of another tenant", async () => {
  const { db } = await given({ brand: "A" });
  const id = await db.one("select id from brand where tenant_id = :tenant", {}, (row) => text(row, "id"));
  const other = await newTenant();
  expect((await openNames(other.db, "brandName")([id])).get(id)).toBeUndefined();
});

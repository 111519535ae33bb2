import { expect, test } from "bun:test";
import { PRODUCT_FIELDS } from "../../../src/products/fields/catalogue.ts";
import { givenCatalog, made } from "./given.ts";

test("every field of the catalogue can leave by a profile, tags and images too", async () => {
  const { tenant } = await givenCatalog();
  const names = [...PRODUCT_FIELDS.map(({ name, exportAs }) => exportAs || name), "tags", "images"];
  const refused: string[] = [];
  for (const field of names) {
    const { status } = await tenant.post("/exports/profiles/preview", { columns: [{ name: "x", field }] });
    if (status !== 200) refused.push(`${field} ${status}`);
  }
  expect(refused).toEqual([]);
  const columns = ["title", "tags", "brand", "weight"].map((field) => ({ name: field, field }));
  const { rows } = await made(tenant.post("/exports/profiles/preview", { columns }));
  expect(rows).toContainEqual(expect.objectContaining({ title: "Chemise", brand: "Acme", weight: 0.25 }));
  expect(JSON.stringify(rows)).toContain("Summer");
});

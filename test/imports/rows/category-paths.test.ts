import { expect, test } from "bun:test";
import { categoryPaths, listsCategories } from "../../../src/imports/map/values/category-paths.ts";
import { newTenant } from "../../harness.ts";
import { EANS, importFile, lines } from "../import-client.ts";

test.each<[string, string[]]>([
  ["Pens", ["Pens"]],
  ["Office > Pens", ["Office > Pens"]],
  ["Kancelář | Pera", ["Kancelář > Pera"]],
  ["A/B,C/D,Home", ["A/B", "C/D", "Home"]],
  ["Office, Office > Pens", ["Office", "Office > Pens"]],
  ["Clothing > Hoodies; Clothing > Shirts", ["Clothing > Hoodies", "Clothing > Shirts"]],
  ["Default Category/Pens\nDefault Category/Gifts", ["Default Category/Pens", "Default Category/Gifts"]],
  ["Office > Pens|Gifts > Small", ["Office > Pens", "Gifts > Small"]],
  ["Home, Garden & Tools > Pens", ["Home, Garden & Tools > Pens"]],
  ["Apparel > Shirts, Tops > Blouses", ["Apparel > Shirts, Tops > Blouses"]],
  ["Pens, pencils", ["Pens, pencils"]],
])("of %j the categories are %j", (text, paths) => {
  expect(categoryPaths(text, false)).toEqual(paths);
});

test("files of shops list them with commas, which names escape", () => {
  expect(categoryPaths("Music > Albums, Decor\\, small,Sale", true)).toEqual([
    "Music > Albums",
    "Decor, small",
    "Sale",
  ]);
  expect(listsCategories("Categories (x,y,z...)", [])).toBe(true);
  expect(listsCategories("Categories", ["SKU", "Visibility in catalog"])).toBe(true);
  expect(listsCategories("Categories", ["SKU", "Price"])).toBe(false);
});

test("a product gets the most exact one, and what is left out is said", async () => {
  const tenant = await newTenant();
  const file = lines(
    "ean;name;category",
    `${EANS[0]};A;"Office/Pens,Gifts/Small,Office"`,
    `${EANS[1]};B;"Office, Office > Pens > Blue"`,
  );
  const mapping = { ean: "ean", name: "name", category: "category" };
  const record = await importFile(tenant, file, { mapping, options: { create_categories: true } });
  const { items } = (await tenant.get("/products?sort_by=title&sort_order=asc")).body;
  const paths = await Promise.all(
    items.map(async ({ id }: { id: string }) => (await tenant.get(`/products/${id}`)).body.category.path),
  );
  expect(paths).toEqual(["Office > Pens", "Office > Pens > Blue"]);
  const { items: problems } = (await tenant.get(`/imports/${record.id}/errors`)).body;
  expect(problems.map(({ severity, message }: Record<string, string>) => [severity, message])).toEqual([
    ["warning", "A product has one category: Office/Pens was taken, Gifts/Small was left out"],
  ]);
  expect(record.status).toBe("completed");
});

// Keeps a catalog in step with a small list of products, and shows what a program does with errors and changes.
// Run it beside catalogd.ts:  CATALOGD_URL=http://localhost:3000 CATALOGD_KEY=pm_live_... bun example.ts
import { Catalogd, CatalogdError, type Product } from "./catalogd.ts";

const { CATALOGD_URL: baseUrl = "http://localhost:3000", CATALOGD_KEY: apiKey } = (
  globalThis as unknown as { process: { env: Record<string, string | undefined> } }
).process.env;
const catalogd = new Catalogd({ baseUrl, apiKey });

const SAWS = [
  { name: "Handsaw", barcode: "4006381333931", price: 19.9 },
  { name: "Bow saw", barcode: "5901234123457", price: 24.5 },
];

// A run that was interrupted can be repeated: a key makes each write happen once.
const brand = await catalogd.brands.createBrand({ name: "Sharp" }, { idempotencyKey: "example-brand" });
const made: Product[] = [];
for (const saw of SAWS) {
  const input = { ...saw, brand_id: brand.id };
  made.push(await catalogd.products.createProduct(input, { idempotencyKey: `example-${saw.barcode}` }));
}
console.log("created", made.length);

// Refusals are exceptions that say what to do next.
try {
  await catalogd.products.createProduct({ name: "Twin", barcode: "4006381333931" });
} catch (error) {
  if (!(error instanceof CatalogdError)) throw error;
  console.log("refused", error.status, error.code, error.requestId !== undefined);
}
try {
  await catalogd.products.createProduct({ name: "Free", price: -1 });
} catch (error) {
  if (!(error instanceof CatalogdError)) throw error;
  console.log("wrong field", error.fields.map(({ field }) => field).join());
}

// Pages are read one after the other, as far as the loop goes.
const titles: string[] = [];
for await (const product of catalogd.products.allProducts({
  brand_id: [brand.id],
  per_page: 1,
  sort_by: "title",
  sort_order: "asc",
})) {
  titles.push(product.title);
}
console.log("listed", titles.join(", "));

// A change that somebody else made meanwhile is not overwritten.
const [first] = made;
if (first === undefined) throw new Error("Nothing was created");
let etag: string | undefined;
const onResponse = (response: Response) => {
  etag = response.headers.get("etag") ?? undefined;
};
await catalogd.products.getProduct(first.id, {}, { onResponse });
await catalogd.products.updateProduct(first.id, { price: 18 });
try {
  await catalogd.products.updateProduct(first.id, { price: 17 }, { ifMatch: etag });
} catch (error) {
  if (!(error instanceof CatalogdError)) throw error;
  console.log("too late", error.code);
}

// What changed since a given time, for another system.
const changed = new Set<string | null>();
for await (const { ean } of catalogd.ext.allExtChanges({ since: "2000-01-01", page_size: 1 })) changed.add(ean);
console.log("changed", [...changed].toSorted().join(", "));

// Files come as they are sent.
const file = await catalogd.products.exportCatalogAsCsv();
console.log("file", file.headers.get("content-type")?.split(";")[0], (await file.text()).includes("Handsaw"));

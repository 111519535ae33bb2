import { afterAll, expect, test } from "bun:test";
import { withCheckDigit } from "../crash/kill.ts";
import { services as local } from "../harness.ts";
import { openLine } from "../servers/line.ts";
import { startSqld } from "../servers/sqld.ts";
import { openServerDatabase } from "./databases.ts";
import { openRemoteService } from "./remote-service.ts";

const sqld = await startSqld();
const line = await openLine(sqld.url);
const database = await openServerDatabase(line.url, local);
const { send } = await openRemoteService(line, database);
afterAll(async () => {
  database.close();
  line.stop();
  await sqld.stop();
});

let codes = 0;
const nextEan = () => withCheckDigit(`20${String(codes++).padStart(10, "0")}`);
const numbers = { last: 1 };
const nextPrice = () => numbers.last++;

/** Round trips of a request, and what it answers. The first of its kind opens streams and compiles schemas: it does not count. */
async function tripsOf(request: () => ReturnType<typeof send>) {
  await request();
  line.takeRoundTrips();
  const body = await request();
  return { trips: line.takeRoundTrips(), body };
}

const newProduct = () => ({ name: `Product ${codes}`, ean: nextEan(), price: nextPrice() });

test("a product is read in one round trip, also by its EAN and by other systems", async () => {
  const made = await send("POST", "/products", newProduct());
  for (const path of [`/products/${made.id}`, `/products?ean=${made.ean}`, `/ext/products/${made.ean}`]) {
    // So that nothing of the answer is known.
    await send("PATCH", `/products/${made.id}`, { price: nextPrice() });
    line.takeRoundTrips();
    const body = await send("GET", path);
    const trips = line.takeRoundTrips();
    // Once more, when it is known.
    expect(await send("GET", path)).toEqual(body);
    expect(line.takeRoundTrips()).toBe(1);
    expect(JSON.stringify(body)).toContain(made.ean);
    expect({ path, trips }).toEqual({ path, trips: 1 });
  }
});

test("a list takes at most two round trips, with its total and any filters", async () => {
  const { id: brandId } = await send("POST", "/brands", { name: "Listed" });
  await send("POST", "/products", { ...newProduct(), brand_id: brandId });
  for (const query of ["", "?sort_by=price", `?brand_id=${brandId}`, "?search=Product", "?per_page=1&page=2"]) {
    await send("POST", "/products", newProduct());
    line.takeRoundTrips();
    const body = await send("GET", `/products${query}`);
    expect(body.items.length).toBeGreaterThan(0);
    expect(line.takeRoundTrips()).toBeLessThanOrEqual(2);
  }
});

test("a product is created, changed and deleted in two round trips each, with the answer", async () => {
  const { id: brandId } = await send("POST", "/brands", { name: "Written" });
  const created = await tripsOf(() => send("POST", "/products", { ...newProduct(), brand_id: brandId }));
  const { id, ean } = created.body;
  expect({ trips: created.trips, brand: created.body.brand_id }).toEqual({ trips: 2, brand: brandId });

  const patched = await tripsOf(() => send("PATCH", `/products/${id}`, { price: nextPrice(), name: `Now ${codes++}` }));
  expect({ trips: patched.trips, price: Number(patched.body.price) }).toEqual({ trips: 2, price: numbers.last - 1 });

  const replaced = await tripsOf(() => send("POST", "/ext/products", { ean, name: `Other ${codes++}`, stock: codes }));
  expect({ trips: replaced.trips, id: replaced.body.data?.id }).toEqual({ trips: 2, id });

  const { id: other } = await send("POST", "/products", newProduct());
  line.takeRoundTrips();
  await send("DELETE", `/products/${other}`);
  expect(line.takeRoundTrips()).toBe(2);
  expect((await send("GET", `/products/${other}`)).error.error_code).toBe("PRODUCT_NOT_FOUND");
});

test("what a webhook asks for travels along", async () => {
  await send("POST", "/webhooks", { name: "All", url: "https://hooks.example.com/in", events: ["product.created"] });
  const { trips } = await tripsOf(() => send("POST", "/products", newProduct()));
  expect(trips).toBe(2);
});

test("a refused change takes one round trip more than its refusal needs, and stores nothing", async () => {
  const product = newProduct();
  await send("POST", "/products", product);
  const { trips, body } = await tripsOf(() => send("POST", "/products", product));
  expect(body.error.error_code).toBe("DUPLICATE_EAN");
  expect(trips).toBeLessThanOrEqual(2);
});

test("500 products are created or changed in at most twelve round trips", async () => {
  const eans = Array.from({ length: 500 }, nextEan);
  const batch = () => ({
    products: eans.map((ean, at) => ({
      ean,
      name: `Product ${at} at ${nextPrice()}`,
      stock: nextPrice(),
      brand_name: `Brand ${at % 7}`,
      supplier_code: `S${at % 3}`,
    })),
  });
  for (const what of ["created", "updated"]) {
    line.takeRoundTrips();
    const { data } = await send("POST", "/ext/products/batch", batch());
    expect(data[what]).toBe(500);
    expect(line.takeRoundTrips()).toBeLessThanOrEqual(12);
  }
}, 30_000);

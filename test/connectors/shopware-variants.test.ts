import { expect, test } from "bun:test";
import { deliver } from "./deliveries.ts";
import { runOutside } from "./services-to.ts";
import { givenShirt } from "./shopware-shirt.ts";
import { IMAGES } from "./varied-catalog.ts";

test("a product goes with its variants, options, prices, levels and pictures", async () => {
  const { asked, parent, children, optionsOf, mediaOf, store, code } = await givenShirt();
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors, job.products]).toEqual([1, 0, []]);
  expect(parent()).toMatchObject({ name: "Shirt", stock: 0, weight: 0.2, price: [{ gross: 20 }] });
  const shown = children().map((row) => [row["productNumber"], optionsOf(row), row["stock"]]);
  expect(shown).toEqual([
    [`${code}-Red-S`, "Red S", 3],
    [`${code}-Red-M`, "Red M", 3],
    [`${code}-Blue-S`, "Blue S", 3],
    [`${code}-Blue-M`, "Blue M", 3],
  ]);
  const prices = children().map((row) => JSON.parse(JSON.stringify(row["price"]))[0]);
  expect(prices.map(({ gross, listPrice }) => [gross, listPrice?.gross])).toEqual([
    ...[
      [20, undefined],
      [22, undefined],
      [18, 25],
      [20, undefined],
    ],
  ]);
  expect([...store.table("property_group").values()].map(({ name }) => name)).toEqual(["Colour", "Size"]);
  expect(store.table("product_configurator_setting").size).toBe(4);
  expect(mediaOf(parent()["id"])).toMatchObject([
    { alt: "Front", file: expect.stringContaining("bytes"), mediaFolderId: "f".repeat(32) },
    { alt: "Back", file: expect.stringContaining("bytes") },
  ]);
  expect(
    children()
      .flatMap(({ id }) => mediaOf(id))
      .map((each) => each?.["file"]),
  ).toEqual([...[`${IMAGES}/red.png`, `${IMAGES}/red.png`, `${IMAGES}/blue.png`, `${IMAGES}/blue.png`]]);
  // One request for all of it, and one for each picture.
  expect(routes.filter((route) => route.endsWith("sync"))).toHaveLength(1);
  expect(routes.filter((route) => route.endsWith("upload"))).toHaveLength(4);
});

test("pushed, pulled, echoed and pushed again both sides are as they were, and the second push makes no call", async () => {
  const { asked, run, whole, shop, store, connector, parent, children, there } = await givenShirt();
  await run("push-products");
  const [catalog, kept] = [await whole(), structuredClone(["product", "media", "product_media"].map(store.table))];
  for (const operation of ["push-products", "push-stock", "push-prices"]) {
    expect((await asked(operation)).routes).toEqual([]);
  }
  expect(await run("pull-products")).toMatchObject({ errors: 0, products: [] });
  const ids = [parent(), ...children()].map(({ id }) => String(id));
  for (const id of ids) {
    const payload = [{ entity: "product", operation: "update", primaryKey: id, updatedFields: [] }];
    const source = { url: shop.url, eventId: id };
    const text = JSON.stringify({ data: { payload, event: "product.written" }, source, timestamp: 1 });
    const answer = await deliver(`shopware/webhook?connector=${connector.id}&token=hook`, text, {});
    expect(answer.body).toEqual({ status: "accepted" });
  }
  await runOutside(there);
  expect(await whole()).toEqual(catalog);
  for (const operation of ["push-products", "push-stock", "push-prices"]) {
    expect((await asked(operation)).routes).toEqual([]);
  }
  expect(["product", "media", "product_media"].map(store.table)).toEqual(kept);
});

test("of variants only what changed goes: a level, a price, one that is new, one that is gone", async () => {
  const { asked, run, tenant, path, variantId, variantOf, code, children, optionsOf, store } = await givenShirt();
  await run("push-products");
  const rowOf = (end: string) => children().find((row) => row["productNumber"] === `${code}-${end}`);
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { stock: 7 });
  // Both were sold there, which was not reported yet: the one that moves here, too.
  for (const end of ["Red-S", "Red-M"]) Object.assign(rowOf(end) ?? {}, { stock: 2 });
  const level = await asked("push-stock");
  expect(level.routes).toEqual(["POST /api/search/product", "POST /api/_action/sync"]);
  expect([rowOf("Red-S")?.["stock"], rowOf("Red-M")?.["stock"]]).toEqual([6, 2]);
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { price: 19 });
  expect((await asked("push-prices")).routes).toEqual([
    ...["POST /api/search/product", "POST /api/search/currency", "POST /api/_action/sync"],
  ]);
  expect(rowOf("Red-S")?.["price"]).toMatchObject([{ gross: 19 }]);
  await tenant.post(`${path}/bulk`, { variants: [variantOf("Green", "S", { image_url: null })] });
  await tenant.delete(`${path}/${await variantId(`${code}-Blue-M`)}`);
  await tenant.patch(`${path}/${await variantId(`${code}-Blue-S`)}`, { image_url: `${IMAGES}/navy.png` });
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors]).toEqual([1, 0]);
  expect(routes.filter((route) => route.endsWith("upload"))).toHaveLength(1);
  expect(children().map(optionsOf).toSorted()).toEqual(["Blue S", "Green S", "Red M", "Red S"]);
  expect(rowOf("Red-S")?.["stock"]).toBe(6);
  const files = [...store.table("media").values()].map((each) => each["file"]);
  expect(files).toContain(`${IMAGES}/navy.png`);
  expect(files).not.toContain(`${IMAGES}/blue.png`);
  expect((await asked("push-products")).routes).toEqual([]);
});

test("a picture that cannot be had is named, the product arrives, and the next push tries it alone", async () => {
  const { asked, tenant, path, variantId, code, children, mediaOf } = await givenShirt();
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { image_url: `${IMAGES}/nothing.png` });
  const { job } = await asked("push-products");
  expect([job.pushed, job.errors]).toEqual([1, 0]);
  expect(job.products).toMatchObject([{ result: "noted", message: expect.stringContaining("nothing.png") }]);
  const first = children().find((row) => row["productNumber"] === `${code}-Red-S`);
  expect(mediaOf(first?.["id"])).toEqual([]);
  const again = await asked("push-products");
  expect(again.routes.filter((route) => route.endsWith("upload"))).toHaveLength(1);
});

test("a product that is one there and has variants here is refused with what to do, and so is the other way round", async () => {
  const { asked, run, store, parent, tenant, path, variantId, code } = await givenShirt();
  await run("push-products");
  for (const row of store.childrenOf(String(parent()["id"]))) store.table("product").delete(String(row["id"]));
  const plain = await asked("push-products", { force: true });
  expect(plain.job.products).toMatchObject([{ result: "error", message: expect.stringContaining("without variants") }]);
  expect(plain.routes).toEqual(["POST /api/search/language", "POST /api/search/product"]);
  store.table("product").set("x", { id: "x", parentId: parent()["id"], productNumber: "theirs" });
  for (const end of ["Red-S", "Red-M", "Blue-S", "Blue-M"])
    await tenant.delete(`${path}/${await variantId(`${code}-${end}`)}`);
  const varied = await asked("push-products");
  expect(varied.job.products).toMatchObject([
    { result: "error", message: expect.stringContaining("has no variants here") },
  ]);
});

test("a preview of it asks only what reads", async () => {
  const { preview, store, shop } = await givenShirt();
  const before = shop.asked.length;
  const { products } = await preview();
  expect(products).toMatchObject([{ result: "made" }]);
  expect(shop.asked.slice(before).every(({ path }) => /\/search\/|oauth/.test(path))).toBe(true);
  expect(store.table("product").size).toBe(0);
});

import { describe, expect, test } from "bun:test";
import { addVariants } from "../add-variants.ts";
import { newTenant, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { faults, givenSynced, refusal, stockOf } from "./given.ts";

describe("POST /appsync/stock/update", () => {
  test("D2-174 sets what is known, and says what is not", async () => {
    const { tenant, ids, eans } = await givenSynced({}, {});
    const unknown = newEan();
    const { status, body } = await tenant.post("/appsync/stock/update", [
      { ean: eans[0], stock: 7 },
      { ean: unknown, stock: 1 },
      { ean: `0${eans[1]}`, stock: 0 },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      code: 200,
      message: "2 updated, 1 not found",
      count: 3,
      data: [
        { ean: eans[0], updated: true, status: "ok" },
        { ean: unknown, updated: false, status: "not_found" },
        { ean: `0${eans[1]}`, updated: true, status: "ok" },
      ],
    });
    expect((await tenant.get(`/products/${ids[0]}`)).body.stock).toBe(7);
    expect((await tenant.get("/appsync/products/REF-0")).body.data.stock).toBe(7);
  });

  test("D2-175 a supplier's stock is its own; an unknown supplier is not found, and not made", async () => {
    const { tenant, id, ean } = await givenSynced({ stock: 3 });
    await tenant.post("/ext/products", { ean, supplier_code: "Sup" });
    const { body } = await tenant.post("/appsync/stock/update", [
      { ean, stock: 8, supplier_code: "SUP" },
      { ean, stock: 9, supplier_code: "Nobody" },
    ]);
    expect(body.data.map(({ updated }: { updated: boolean }) => updated)).toEqual([true, false]);
    expect(await stockOf(tenant.db, id, "sup")).toEqual({ generic: 3, supplied: 8 });
    await tenant.post("/appsync/stock/update", [{ ean, stock: 1 }]);
    expect(await stockOf(tenant.db, id, "sup")).toEqual({ generic: 1, supplied: 8 });
    expect(await stockOf(tenant.db, id, "nobody")).toEqual({ generic: 1, supplied: undefined });
  });

  test("S23.12 of one EAN twice the last counts; a variant has stock too", async () => {
    const { tenant, id, ean } = await givenSynced({});
    const code = newEan();
    const [variant = ""] = await services.write(addVariants, tenant.id, [{ productId: id, sku: "V", ean: code }]);
    const before = (await tenant.get(`/products/${id}`)).body.updated_at;
    const { body } = await tenant.post("/appsync/stock/update", [
      { ean, stock: 1 },
      { ean: code, stock: 6, supplier_code: "ignored" },
      { ean, stock: 2 },
    ]);
    expect(body.message).toBe("3 updated, 0 not found");
    const { body: product } = await tenant.get(`/products/${id}`);
    expect([product.stock, product.updated_at > before]).toEqual([2, true]);
    const { variants } = (await tenant.get(`/products/${id}/variants`)).body;
    expect(variants.find((each: { id: string }) => each.id === variant).stock).toBe(6);
  });

  test("S11.6 stock that is so already is found, and changes nothing", async () => {
    const { tenant, id, ean } = await givenSynced({ stock: 3 });
    const { body: before } = await tenant.get(`/products/${id}`);
    const { body } = await tenant.post("/appsync/stock/update", [{ ean, stock: 3 }]);
    expect(body.data[0].updated).toBe(true);
    expect((await tenant.get(`/products/${id}`)).body).toEqual(before);
  });

  test.each([
    [[{ stock: 1 }], "0.ean"],
    [[{ ean: "4006381333931" }], "0.stock"],
    [[{ ean: "4006381333931", stock: -1 }], "0.stock"],
    [[{ ean: "4006381333931", stock: 1.5 }], "0.stock"],
    [[{ ean: "4006381333931", stock: "1" }], "0.stock"],
    [{ items: [] }, "body"],
  ])("D2-176 refuses %j whole", async (rows, field) => {
    const { tenant, id, ean } = await givenSynced({ stock: 3 });
    const items = Array.isArray(rows) ? [...rows, { ean, stock: 9 }] : rows;
    const answer = await tenant.post("/appsync/stock/update", items);
    expect([refusal(answer), faults(answer)]).toEqual([[422, "VALIDATION_FAILED"], [field]]);
    expect((await tenant.get(`/products/${id}`)).body.stock).toBe(3);
  });

  test("D2-176 5000 at once are taken, 5001 are not", async () => {
    const { tenant, ean } = await givenSynced({});
    const rows = Array.from({ length: 5001 }, (_, stock) => ({ ean, stock }));
    expect((await tenant.post("/appsync/stock/update", rows)).status).toBe(422);
    expect((await tenant.post("/appsync/stock/update", rows.slice(1))).body.count).toBe(5000);
    expect((await tenant.get("/appsync/products/REF-0")).body.data.stock).toBe(5000);
    expect((await tenant.post("/appsync/stock/update", [])).body).toMatchObject({ data: [], count: 0 });
  });
});

describe("POST /appsync/prices/update", () => {
  test("D2-177 price_ttc is the selling price, price_ht the cost price, each by itself", async () => {
    const { tenant, ids, eans } = await givenSynced({}, { price_ht: 1, price_ttc: 2 });
    const { body } = await tenant.post("/appsync/prices/update", [
      { ean: eans[0], price_ht: 10.01, price_ttc: 12 },
      { ean: eans[1], price_ttc: 3, price_ht: null },
      { ean: newEan(), price_ttc: 1 },
    ]);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(["ok", "ok", "not_found"]);
    const prices = async (id = "") => {
      const { price, cost_price, completeness_score } = (await tenant.get(`/products/${id}`)).body;
      return [price, cost_price, completeness_score];
    };
    expect(await prices(ids[0])).toEqual([12, 10.01, 35]);
    expect(await prices(ids[1])).toEqual([3, 1, 35]);
  });

  test("S23.12 of one EAN twice the last counts for each price; a variant has prices too", async () => {
    const { tenant, id, ean } = await givenSynced({});
    const code = newEan();
    await services.write(addVariants, tenant.id, [{ productId: id, sku: "V", ean: code }]);
    const before = (await tenant.get(`/products/${id}`)).body.updated_at;
    await tenant.post("/appsync/prices/update", [
      { ean: code, price_ttc: 5 },
      { ean: code, price_ht: 4 },
    ]);
    const { variants } = (await tenant.get(`/products/${id}/variants`)).body;
    expect([variants[0].price, variants[0].cost_price]).toEqual([5, 4]);
    const { body: product } = await tenant.get(`/products/${id}`);
    expect([product.price, product.updated_at > before]).toEqual([null, true]);
    await tenant.post("/appsync/prices/update", [
      { ean, price_ttc: 1, price_ht: 1 },
      { ean, price_ttc: 2 },
    ]);
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ price: 2, cost_price: 1 });
  });

  test.each([
    [[{ ean: "4006381333931" }], "0.price_ttc"],
    [[{ ean: "4006381333931", price_ht: null, price_ttc: null }], "0.price_ttc"],
    [[{ ean: "4006381333931", price_ht: -1 }], "0.price_ht"],
    [[{ price_ht: 1 }], "0.ean"],
  ])("D2-177 refuses %j whole", async (rows, field) => {
    const { tenant, id, ean } = await givenSynced({ price_ttc: 3 });
    const answer = await tenant.post("/appsync/prices/update", [...rows, { ean, price_ttc: 9 }]);
    expect([refusal(answer), faults(answer)]).toEqual([[422, "VALIDATION_FAILED"], [field]]);
    expect((await tenant.get(`/products/${id}`)).body.price).toBe(3);
  });

  test("D2-176 5000 at once are taken, 5001 are not", async () => {
    const { tenant, ean } = await givenSynced({});
    const rows = Array.from({ length: 5001 }, (_, price_ttc) => ({ ean, price_ttc }));
    expect((await tenant.post("/appsync/prices/update", rows)).status).toBe(422);
    expect((await tenant.post("/appsync/prices/update", rows.slice(1))).body.count).toBe(5000);
  });
});

test("D2-179 stock and prices bring a product forward in both lists of changes", async () => {
  const { tenant, ids, eans } = await givenSynced({}, {}, {});
  const order = async () => {
    const ext = (await tenant.get("/ext/products/delta?since=2020-01-01")).body.data;
    const sync = (await tenant.get("/appsync/products/since/0")).body.data;
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(idsOf(sync)).toEqual(idsOf(ext));
    return idsOf(ext);
  };
  expect(await order()).toEqual(ids);
  await tenant.post("/appsync/stock/update", [{ ean: eans[0], stock: 1 }]);
  await tenant.post("/appsync/prices/update", [{ ean: eans[1], price_ttc: 1 }]);
  expect(await order()).toEqual([ids[2], ids[0], ids[1]].map(String));
});

test("S1.8 nothing of another tenant is found", async () => {
  const { tenant: other, id, ean } = await givenSynced({ stock: 1, price_ttc: 1 });
  const tenant = await newTenant();
  for (const [path, row] of [
    ["stock", { ean, stock: 9 }],
    ["prices", { ean, price_ttc: 9 }],
  ] as const) {
    expect((await tenant.post(`/appsync/${path}/update`, [row])).body.data[0].updated).toBe(false);
  }
  expect((await other.get(`/products/${id}`)).body).toMatchObject({ stock: 1, price: 1 });
});

import { describe, expect, test } from "bun:test";
import { clock, newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { bodyOf, DAY_MS, deliver, given, newDelivery, shopify, signed } from "./deliveries.ts";
import { withTax } from "./with-tax.ts";

describe("a webhook of Shopify", () => {
  test("D1-110 D1-117 S7.14 changes the product it means, and is noted as a job", async () => {
    const { secret, ean, read, jobs } = await given();
    const { status, body } = await shopify(secret, bodyOf(ean));
    expect([status, body.status]).toEqual([200, "accepted"]);
    expect(await read()).toMatchObject({ title: "Reported", price: 9.99, stock: 4 });
    expect(await jobs()).toMatchObject([
      { id: body.job_id, job_type: "webhook", trigger: "webhook", status: "completed", updated: 1 },
    ]);
  });

  test("one with several variants that is one here and not linked yet is left alone, and its job says why", async () => {
    const { secret, ean, read, jobs, tenant, connector } = await given();
    const first = { sku: `R-${ean}`, barcode: ean, price: "9.99", inventory_quantity: 4 };
    const variants = [first, { ...first, sku: `R-${ean}-2`, barcode: null }];
    expect((await shopify(secret, bodyOf(ean, { variants }))).body.status).toBe("ignored");
    expect(await read()).toMatchObject({ title: "Chair", price: 5, stock: 10 });
    const [{ id }] = await jobs();
    const { body: job } = await tenant.get(`/connectors/${connector.id}/sync/jobs/${id}`);
    expect(job.products).toMatchObject([{ result: "error", message: expect.stringContaining("has 2 variants") }]);
  });

  test("D1-110 D1-115 refuses another signature, none, and one of other bytes", async () => {
    const { secret, ean, read } = await given();
    const text = bodyOf(ean);
    expect((await shopify("wrong", text)).status).toBe(401);
    const headers = { "x-shopify-topic": "products/update", "x-shopify-webhook-id": newDelivery() };
    expect((await deliver("shopify/webhook", text, headers)).body.error.error_code).toBe("INVALID_WEBHOOK_SIGNATURE");
    const spaced = { ...headers, "x-shopify-hmac-sha256": signed(secret, text) };
    expect((await deliver("shopify/webhook", `${text} `, spaced)).status).toBe(401);
    expect((await read()).title).toBe("Chair");
  });

  test("D1-114 a delivery has its effect once a day, and a forged one does not use it up", async () => {
    const { tenant, product, secret, ean, read } = await given();
    const delivery = newDelivery();
    expect((await shopify("wrong", bodyOf(ean), "products/update", delivery)).status).toBe(401);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shopify(secret, bodyOf(ean), "products/update", delivery)),
    );
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(["accepted", ...Array(9).fill("duplicate")]);
    await tenant.patch(`/products/${product.id}`, { name: "Ours" });
    clock.nowMs += DAY_MS - 60_000;
    expect((await shopify(secret, bodyOf(ean), "products/update", delivery)).body.status).toBe("duplicate");
    expect((await read()).title).toBe("Ours");
    clock.nowMs += 120_000;
    expect((await shopify(secret, bodyOf(ean), "products/update", delivery)).body.status).toBe("accepted");
    expect((await read()).title).toBe("Reported");
  });

  test("S7.13 S7.14 what it cannot use is ignored, what lacks a header or is no object is refused", async () => {
    const { tenant, secret, ean } = await given();
    expect((await shopify(secret, bodyOf(ean), "app/uninstalled")).body.status).toBe("ignored");
    expect((await shopify(secret, bodyOf(newEan()))).body.status).toBe("ignored");
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
    const text = bodyOf(ean);
    const signature = { "x-shopify-hmac-sha256": signed(secret, text) };
    expect((await deliver("shopify/webhook", text, { ...signature, "x-shopify-topic": "a" })).status).toBe(400);
    expect((await deliver("shopify/webhook", text, { ...signature, "x-shopify-webhook-id": "a" })).status).toBe(400);
    expect((await shopify(secret, "[]")).status).toBe(422);
    expect((await shopify(secret, "{")).status).toBe(422);
  });

  test("S7.14 makes a product where the connector says so, and unlinks what was deleted there", async () => {
    const { tenant, secret, jobs } = await given({ sync_options: { create_missing: true } });
    const ean = newEan();
    expect((await shopify(secret, bodyOf(ean), "products/create")).body.status).toBe("accepted");
    expect((await jobs())[0]).toMatchObject({ pulled: 1 });
    const { items } = (await tenant.get(`/products?ean=${ean}`)).body;
    expect(items).toMatchObject([{ title: "Reported" }]);
    expect((await shopify(secret, JSON.stringify({ id: 1 }), "products/delete")).body.status).toBe("accepted");
    expect((await tenant.get(`/products/${items[0].id}`)).status).toBe(200);
  });

  test("S7.12 of two connectors with one secret it is for the shop that it names", async () => {
    const [one, other] = [await given(), await newTenant()];
    const credentials = { shop_url: "https://other.myshopify.com/", access_token: "t", webhook_secret: one.secret };
    await other.post("/connectors", withTax({ platform_id: "shopify", name: "Other", credentials }));
    const { body: product } = await other.post("/products", { name: "Chair", reference: "R-other", ean: one.ean });
    const send = (shop: string, title: string) => {
      const text = bodyOf(one.ean, { title });
      return deliver("shopify/webhook", text, {
        "x-shopify-hmac-sha256": signed(one.secret, text),
        "x-shopify-topic": "products/update",
        "x-shopify-webhook-id": newDelivery(),
        "x-shopify-shop-domain": shop,
      });
    };
    expect((await send("other.myshopify.com", "For the other")).body.status).toBe("accepted");
    expect((await send("r9.receiver.test", "For the first")).body.status).toBe("accepted");
    expect((await other.get(`/products/${product.id}`)).body.title).toBe("For the other");
    expect((await one.read()).title).toBe("For the first");
  });

  test("a delivery changes only the fields of pull_fields", async () => {
    const { secret, ean, read } = await given({ sync_options: { pull_fields: ["stock"] } });
    expect((await shopify(secret, bodyOf(ean))).body.status).toBe("accepted");
    expect(await read()).toMatchObject({ title: "Chair", price: 5, stock: 4 });
  });
});

test("D1-111 WooCommerce signs in a header of its own, says hello unsigned, and the neutral path is the same", async () => {
  const tenant = await newTenant();
  const credentials = {
    store_url: "https://r9.receiver.test:1",
    consumer_key: "k",
    consumer_secret: "s",
    webhook_secret: `w-${tenant.id}`,
  };
  await tenant.post("/connectors", withTax({ platform_id: "woocommerce", name: "Shop", credentials }));
  const { body: product } = await tenant.post("/products", { name: "Chair", reference: `W-${tenant.id}` });
  const text = JSON.stringify({ id: 5, name: "Reported", sku: `W-${tenant.id}`, regular_price: "3.50" });
  const sent = (letter: string) => ({
    [`x-${letter}-webhook-signature`]: signed(credentials.webhook_secret, text),
    [`x-${letter}-webhook-topic`]: "product.updated",
    [`x-${letter}-webhook-delivery-id`]: newDelivery(),
  });
  expect((await deliver("woocommerce/webhook", text, sent("wc"))).body.status).toBe("accepted");
  expect((await deliver("platform_b/webhook", text, sent("platform-b"))).status).toBe(200);
  expect((await tenant.get(`/products/${product.id}`)).body).toMatchObject({ title: "Reported", price: 3.5 });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await deliver("woocommerce/webhook", "webhook_id=4", form)).body).toEqual({ status: "ignored" });
  expect((await deliver("woocommerce/webhook", "webhook_id=4&more=1", form)).status).toBe(401);
});

test("WooCommerce names all deliveries of a second alike: none is taken for another, a repeated one is known", async () => {
  const tenant = await newTenant();
  const credentials = {
    ...{ store_url: "https://r9.receiver.test:1", consumer_key: "k", consumer_secret: "s" },
    webhook_secret: `w-${tenant.id}`,
  };
  const { body: own } = await tenant.post(
    "/connectors",
    withTax({ platform_id: "woocommerce", name: "Shop", credentials }),
  );
  const { body: product } = await tenant.post("/products", { name: "Chair", reference: `W-${tenant.id}` });
  await tenant.put(`/products/${product.id}/stock`, { quantity: 10 });
  const delivery = newDelivery();
  const order = (id: number) => {
    const line_items = [{ id, product_id: 5, sku: `W-${tenant.id}`, quantity: 2 }];
    const text = JSON.stringify({ id, status: "processing", date_modified_gmt: "2026-11-29T10:00:00", line_items });
    return deliver(`woocommerce/webhook?connector=${own.id}`, text, {
      "x-wc-webhook-signature": signed(credentials.webhook_secret, text),
      "x-wc-webhook-topic": "order.created",
      "x-wc-webhook-delivery-id": delivery,
    });
  };
  const statuses = [];
  for (const id of [1, 2, 2, 3]) statuses.push((await order(id)).body.status);
  expect(statuses).toEqual(["accepted", "accepted", "duplicate", "accepted"]);
  expect((await tenant.get(`/products/${product.id}`)).body.stock).toBe(4);
});

test("D1-112 D1-113 a token and a password verify WiziShop and PrestaShop", async () => {
  const tenant = await newTenant();
  const wizishop = { shop_id: "1", api_key: "k", webhook_token: `t-${tenant.id}` };
  await tenant.post("/connectors", withTax({ platform_id: "wizishop", name: "Wizi", credentials: wizishop }));
  const prestashop = {
    shop_url: "https://r9.receiver.test:1",
    api_key: "k",
    webhook_username: "u",
    webhook_password: `p-${tenant.id}`,
  };
  await tenant.post("/connectors", withTax({ platform_id: "prestashop", name: "Presta", credentials: prestashop }));
  const { body: product } = await tenant.post("/products", { name: "Chair", reference: `P-${tenant.id}` });
  const text = JSON.stringify({ sku: `P-${tenant.id}`, quantity: 6 });
  const wizi = (token: string) =>
    deliver("wizishop/webhook", text, { "x-webhook-token": token, "x-wizishop-webhook-id": newDelivery() });
  expect((await wizi("wrong")).status).toBe(401);
  expect((await wizi(wizishop.webhook_token)).body.status).toBe("accepted");
  const basic = (password: string) =>
    deliver("prestashop/push", JSON.stringify({ sku: `P-${tenant.id}`, quantity: 8 }), {
      authorization: `Basic ${Buffer.from(`u:${password}`).toString("base64")}`,
      "x-prestashop-webhook-id": newDelivery(),
    });
  expect((await basic("wrong")).status).toBe(401);
  expect((await basic(prestashop.webhook_password)).body.status).toBe("accepted");
  expect((await tenant.get(`/products/${product.id}`)).body.stock).toBe(8);
});

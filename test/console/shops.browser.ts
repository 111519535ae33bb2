import { expect, test } from "bun:test";
import { openPlainShop, reportOrders } from "./sample.ts";
import { openStage } from "./stage.ts";
import { barriersOf, visit } from "./visit.ts";

const TEST_MS = 60_000;

const { browser, service, call } = await openStage({
  CATALOGD_OUTBOUND_ALLOW: "127.0.0.1",
  CATALOGD_API_URL: "https://pim.example",
});

test(
  "a shop is connected by its guide and form, refused beside the field, looked at before the first push, and filled",
  async () => {
    const shop = await openPlainShop();
    await call("POST", "/products", { title: "Cocotte fonte", price: 189, reference: "SHOP-1" });
    const { page, errors } = await visit(browser, service.url, { path: "/shops", locale: "en-GB" });
    await page.getByRole("button", { name: "Connect a shop" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Platform").selectOption("woocommerce");
    await drawer.getByLabel(/^Store address/).fill("no address");
    await drawer.getByLabel(/^Consumer key/).fill(shop.credentials.consumer_key);
    await drawer.getByLabel(/^Consumer secret/).fill(shop.credentials.consumer_secret);
    await drawer.getByRole("button", { name: "Connect a shop" }).click();
    await drawer.locator(".problem").first().waitFor();
    await drawer.getByLabel(/^Store address/).fill(shop.credentials.store_url);
    await drawer.getByRole("button", { name: "Connect a shop" }).click();
    // What the test has found stands there, until one goes elsewhere; webhooks have their address.
    await page.getByRole("button", { name: "Test the connection" }).click();
    const found = page.locator(".card").filter({ hasText: "What the test has found" });
    await found.getByText("may not read orders").waitFor();
    await page.getByText("/api/v1/connectors/woocommerce/webhook?connector=").waitFor();
    await page.getByRole("button", { name: "Register webhooks" }).click();
    await page.locator(".toast.bad").first().waitFor();
    const closing = page.locator(".toasts").getByRole("button", { name: "Close" });
    while ((await closing.count()) > 0) await closing.first().click();
    await page.getByRole("button", { name: "Look what would happen" }).click();
    const row = page.getByRole("row", { name: /SHOP-1/ });
    await row.getByText("made").waitFor();
    await row.getByText("189.00").waitFor();
    expect([await barriersOf(page), shop.products.size]).toEqual([[], 0]);

    await page.getByRole("button", { name: "Send products" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send products" }).click();
    await page.getByText("It has started").waitFor();
    for (let tries = 0; shop.products.size === 0 && tries < 200; tries++) await Bun.sleep(50);
    expect([...shop.products.values()]).toMatchObject([{ sku: "SHOP-1", regular_price: "189.00" }]);

    // All pages of a filter go to the shop in one run.
    for (const reference of ["SHOP-2", "SHOP-3"])
      await call("POST", "/products", { title: `Marmite ${reference}`, price: 99, reference });
    await page.goto(`${service.url}/products?search=marmite&in_stock=false`);
    await page.getByLabel("Select", { exact: true }).first().check();
    await page.getByRole("button", { name: "Select all 2" }).click();
    await page.getByRole("button", { name: "Send to a shop" }).click();
    await page.getByRole("dialog").getByRole("combobox").selectOption({ index: 1 });
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Begin" }).click();
    await page.getByText("It has begun; it is among the running jobs.").waitFor();
    for (let tries = 0; shop.products.size < 3 && tries < 200; tries++) await Bun.sleep(50);
    expect([...shop.products.values()].map(({ sku }) => sku).toSorted()).toEqual(["SHOP-1", "SHOP-2", "SHOP-3"]);
    expect(errors.filter((error) => !error.includes("422"))).toEqual([]);
  },
  TEST_MS,
);

test(
  "a SKU of an order that no product has is given to one by what it is called: its stock goes down",
  async () => {
    const { id } = await call("POST", "/products", { title: "Planche hêtre", price: 44 });
    await call("PUT", `/products/${id}/stock`, { quantity: 10 });
    const connector = await reportOrders(service.url, call, ["OLD-BOARD"]);
    const { page, errors } = await visit(browser, service.url, { path: `/shops/${connector}`, locale: "en-GB" });
    const orders = page.getByRole("region", { name: "Orders", exact: true });
    await orders.getByRole("row", { name: /OLD-BOARD.*unknown SKU/ }).waitFor();
    await page
      .getByRole("region", { name: "Unknown SKUs" })
      .getByRole("row", { name: /OLD-BOARD/ })
      .getByRole("button", { name: "Assign" })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Product/).fill("Planche");
    await dialog.locator('option[value="Planche hêtre"]').waitFor({ state: "attached" });
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByLabel(/^Product/).fill("Planche hêtre");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await page.getByText("1 line has taken its stock").waitFor();
    await page.getByText("None.", { exact: true }).waitFor();
    await orders.getByRole("row", { name: /Planche hêtre.*taken from the stock/ }).waitFor();
    expect([(await call("GET", `/products/${id}`))["stock"], errors]).toEqual([8, []]);
    await page.getByLabel("Show").selectOption("waiting");
    await orders.waitFor({ state: "detached" });

    // Which category of the shop one of ours is.
    await call("POST", "/categories", { name: "Cuisine" });
    await page.getByText("Categories", { exact: true }).click();
    const place = page.getByRole("textbox", { name: "Category of the shop for Cuisine" });
    await place.fill("17");
    await place.press("Tab");
    await page.getByRole("cell", { name: "chosen" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    const { items } = (await call("GET", `/connectors/${connector}/categories`)) as {
      items: { external_id: string }[];
    };
    expect([items.map(({ external_id: there }) => there), errors]).toEqual([["17"], []]);
  },
  TEST_MS,
);

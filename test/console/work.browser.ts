import { expect, test } from "bun:test";
import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { openStage } from "./stage.ts";
import { barriersOf, visit } from "./visit.ts";

const TEST_MS = 60_000;
const BASE = { locale: "en-GB" } as const;

const provider = await openChatProvider({ isPlain: true });
const { browser, service, call } = await openStage({ CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" });
await call("PUT", "/settings/ai-provider", { ...providerSetting(provider.baseUrl), concurrency: 1 });

test(
  "products of a filter are exported: their first rows are seen, the file is made and downloaded",
  async () => {
    await call("POST", "/products", { title: "Cocotte fonte", price: 189, reference: "EXP-1" });
    await call("POST", "/products", { title: "Couteau office", price: 24.9, reference: "EXP-2" });
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: "/products?price_min=100" });
    await page.getByRole("link", { name: "Export", exact: true }).click();
    const rows = page.getByRole("region", { name: "The first rows" });
    await rows.getByText("Cocotte fonte").waitFor();
    expect(await rows.getByText("Couteau office").count()).toBe(0);
    await page.getByRole("button", { name: "Make the file" }).click();
    const link = page.getByRole("link", { name: /^Download / });
    await link.waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const text = await Bun.file(await file.path()).text();
    expect([text.includes("EXP-1"), text.includes("EXP-2"), errors]).toEqual([true, false, []]);
  },
  TEST_MS,
);

test(
  "a batch is estimated and started; the head shows it by events until it is over, and nothing is polled",
  async () => {
    const released = Promise.withResolvers<void>();
    provider.says(async () => {
      await released.promise;
      return "<p>Une cocotte en fonte.</p>";
    });
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: "/ai" });
    // Which products: each condition is a row, as the list of products has them.
    const conditions = page.getByRole("group", { name: "Products", exact: true });
    await conditions.getByRole("button", { name: "Add" }).click();
    await conditions.getByLabel("Filter").last().selectOption("without_description");
    await conditions.getByLabel("Value").last().selectOption("true");
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Estimate" }).click();
    await page.getByText(/products?, about (US)?\$/).waitFor();
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByText("1 running").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    released.resolve();
    await page.getByText(/^Done: Enrichment/).waitFor();
    await page.getByText("1 running").waitFor({ state: "detached" });
    expect(asked.filter((path) => !path.endsWith("/events"))).toEqual([]);
    const { items } = (await call("GET", "/enrichment/batch")) as { items: { filters: object }[] };
    expect(items[0]?.filters).toEqual({ not_enriched: true, without_description: true });
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "prices: a rule is tried, run exactly so, and taken back",
  async () => {
    const { id } = await call("POST", "/products", { title: "Poêle inox", price: 50, reference: "PRICE-1" });
    await call("POST", "/prices/repricing/rules", {
      name: "Spring",
      action: { type: "change_percent", value: -10 },
      conditions: [{ field: "price", operator: "eq", value: 50 }],
      include_out_of_stock: true,
    });
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: "/prices/rules" });
    await page.getByRole("button", { name: "Try it without changing anything" }).click();
    const tried = page.getByRole("region", { name: "What would change" });
    await tried.getByRole("row", { name: /Poêle inox.*€50.00.*€45.00/ }).waitFor();
    expect((await call("GET", `/products/${id}`))["price"]).toBe(50);
    await page.getByRole("button", { name: /^Change \d+ prices?$/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Change/ })
      .click();
    await page.getByText(/^\d+ prices? changed$/).waitFor();
    expect((await call("GET", `/products/${id}`))["price"]).toBe(45);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^\d+ taken back$/).waitFor();
    expect([(await call("GET", `/products/${id}`))["price"], errors]).toEqual([50, []]);
  },
  TEST_MS,
);

test(
  "prices: a run waits for a second person, who sees what it would do and approves it, or rejects it",
  async () => {
    const { id } = await call("POST", "/products", { title: "Sauteuse cuivre", price: 80, reference: "PRICE-2" });
    const rule = await call("POST", "/prices/repricing/rules", {
      name: "Summer",
      action: { type: "change_percent", value: -10 },
      conditions: [{ field: "price", operator: "eq", value: 80 }],
      include_out_of_stock: true,
    });
    await call("PUT", "/settings/repricing", { approval_required: true });
    const start = async () => {
      const found = await call("POST", "/prices/repricing/simulate", { rule_ids: [rule["id"]] });
      await call("POST", "/prices/repricing/run", { simulation_id: found["simulation_id"] });
    };
    await start();
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: "/", role: "manager" });
    await page.getByRole("link", { name: /^Decide.*Repricing runs to approve/ }).click();
    await page.getByRole("region", { name: "What would change" }).getByText("Sauteuse cuivre").waitFor();
    await page.getByRole("cell", { name: "€72.00" }).waitFor();
    await page.getByText("Summer", { exact: true }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await page.getByText("No run waits for an approval.").waitFor();
    expect((await call("GET", `/products/${id}`))["price"]).toBe(80);

    await start();
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("1 price changed", { exact: true }).waitFor();
    await page
      .getByRole("row", { name: /completed a colleague/ })
      .first()
      .waitFor();
    expect([(await call("GET", `/products/${id}`))["price"], errors]).toEqual([72, []]);

    // Who has started a run may withdraw it, and not approve it.
    await call("PATCH", `/products/${id}`, { price: 80 });
    const { page: own } = await visit(browser, service.url, { ...BASE, path: "/prices/rules" });
    await own.getByRole("button", { name: "Try it without changing anything" }).click();
    await own.getByRole("button", { name: /^Change \d+ prices?$/ }).click();
    await own
      .getByRole("dialog")
      .getByRole("button", { name: /^Change/ })
      .click();
    await own.getByText("You have started it: somebody else has to approve it.").waitFor();
    expect(await own.getByRole("button", { name: "Approve" }).getAttribute("aria-disabled")).toBe("true");
    await call("PUT", "/settings/repricing", { approval_required: false });
  },
  TEST_MS,
);

test(
  "shops: what a platform asks for stands with its guide; a wrong address is said beside its field",
  async () => {
    const { page } = await visit(browser, service.url, { ...BASE, path: "/shops" });
    await page.getByRole("button", { name: "Connect a shop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Platform").selectOption("woocommerce");
    await dialog.getByText("How to get what is asked here").waitFor();
    await dialog.getByLabel(/^Name/).fill("Atelier");
    await dialog.getByLabel(/^Store address/).fill("nonsense");
    await dialog.getByRole("button", { name: "Connect a shop" }).click();
    await dialog.getByText("Must be an address that may be reached from here").waitFor();
    expect(await dialog.locator("[aria-invalid=true]").count()).toBe(3);
    await dialog.getByLabel(/^Store address/).fill("http://127.0.0.1:1/");
    for (const label of [/^Consumer key/, /^Consumer secret/]) await dialog.getByLabel(label).fill("key-0123456789");
    await dialog.getByRole("button", { name: "Connect a shop" }).click();
    await page.getByRole("heading", { name: /Atelier/, level: 1 }).waitFor();
    await page.getByRole("button", { name: "Test the connection" }).click();
    await page.locator(".toast.bad").waitFor();
  },
  TEST_MS,
);

test(
  "a viewer sees no screen that only others may use",
  async () => {
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: "/", role: "viewer" });
    const names = await page.getByRole("navigation", { name: "Screens" }).getByRole("link").allInnerTexts();
    expect(names.map((name) => name.trim())).toEqual(["Home", "Products", "Review", "Prices"]);
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "a product's stock, relations, variants and compliance are kept on its page",
  async () => {
    await call("POST", "/products", { title: "Couvercle 24 cm", reference: "LID-24" });
    const { id } = await call("POST", "/products", { title: "Faitout inox", reference: "POT-24" });
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: `/products/${id}/stock` });
    const stock = page.getByLabel("Quantity Own stock");
    await stock.fill("7");
    await stock.blur();
    await page.getByText("7 in stock").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Relations" }).click();
    await page.getByLabel("EAN, reference or title of the other product").fill("LID-24");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("link", { name: "Couvercle 24 cm" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Variants" }).click();
    await page.getByRole("button", { name: "New" }).click();
    await page.getByLabel(/^SKU/).fill("POT-24-R");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "POT-24-R" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Compliance" }).click();
    await page.getByText("The customs code (HS code) is missing").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByLabel("HS code").fill("732393");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The customs code (HS code) is missing").waitFor({ state: "detached" });
    expect([(await call("GET", `/products/${id}`))["hs_code"], errors]).toEqual(["732393", []]);
  },
  TEST_MS,
);

test(
  "a filter with its columns is saved as a view, opened again and deleted",
  async () => {
    await call("POST", "/products", { title: "Passoire inox", price: 31, reference: "VIEW-1" });
    const { page, errors } = await visit(browser, service.url, {
      ...BASE,
      path: "/products?price_max=40&price_min=30",
    });
    await page.getByText("Passoire inox").first().waitFor();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByText("No view yet").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByLabel("Save what is shown as").fill("Between 30 and 40");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.goto(`${service.url}/products`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "Between 30 and 40", exact: true }).click();
    await page.waitForURL(/price_max=40/);
    expect(new URL(page.url()).searchParams.get("price_min")).toBe("30");
    await page.getByRole("button", { name: "Views" }).click();
    await page
      .getByRole("button", { name: /Between 30 and 40/ })
      .last()
      .click();
    await page.getByText("No view yet").waitFor();
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

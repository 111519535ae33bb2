import { expect, test } from "bun:test";
import type { Page, Response } from "playwright-core";
import { temporaryFolder } from "../cleanup.ts";
import { openPage } from "../runtimes/browser.ts";
import { ADMIN, startService } from "../servers/service.ts";
import { openStage } from "./stage.ts";
import { barriersOf, dropFile, visit } from "./visit.ts";

const TEST_MS = 60_000;
const FILE = [
  "Gencod;Libellé article;Marque;PVC TTC",
  "2100000000104;Couteau office 9 cm;Laguiole;24,90",
  "2100000000203;Cocotte fonte 24 cm;Staub;189,00",
  "2100000000302;Poêle inox 28 cm;De Buyer;cher",
  "",
].join("\n");

const { browser, service, call } = await openStage();

interface Described {
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  paths: Record<string, { get: { parameters: unknown[] } }>;
}
const isChange = (answer: Response): boolean => answer.request().method() === "PATCH";
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test(
  "signs in by e-mail and password, says a wrong one in the API's words, and signs out",
  async () => {
    const { page } = await openPage(browser, service.url, { locale: "en-GB" });
    await page.goto(`${service.url}/products`);
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Products").waitFor();
    await page.getByRole("button", { name: /Account of/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign in").waitFor();
  },
  TEST_MS,
);

test(
  "a file that is dropped is read, tried, imported, corrected, and taken back",
  async () => {
    const { page, errors } = await visit(browser, service.url, { path: "/", locale: "en-GB" });
    await dropFile(page, "tarif.csv", FILE);
    await heading(page, "tarif.csv").waitFor();
    await page.getByRole("cell", { name: "2100000000104 · 2100000000203 · 2100000000302" }).waitFor();
    const becomes = page.getByLabel("Becomes: PVC TTC");
    await becomes.focus();
    await becomes.selectOption("price");
    await page.getByRole("button", { name: "Dry run on all rows" }).click();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    const errorCell = page.getByLabel("PVC TTC 1");
    await errorCell.waitFor();
    expect(await errorCell.inputValue()).toBe("cher");
    await errorCell.fill("39,90");
    await page.getByRole("button", { name: "Import these rows again" }).click();
    await page.getByRole("button", { name: /Dry run|Import 1 row/ }).click();
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByRole("button", { name: "Undo this import" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
    await page.getByText("The import is undone").waitFor();

    const { meta } = (await call("GET", "/products?limit=1")) as { meta: { total: number } };
    expect([meta.total, errors]).toEqual([2, []]);
  },
  TEST_MS,
);

test(
  "a cell is edited with If-Match; of two that edit it both values are shown",
  async () => {
    const { id } = await call("POST", "/products", { title: "Théière fonte", price: 100 });
    const { page, errors } = await visit(browser, service.url, { path: "/products?search=fonte%20", locale: "en-GB" });
    const row = page.getByRole("row", { name: /Théière fonte/ });
    const price = row.getByRole("gridcell").filter({ hasText: "€" });
    await price.dblclick();
    const input = page.getByRole("textbox", { name: "Price" });
    await input.fill("119,50");
    const saved = page.waitForResponse(isChange);
    await input.press("Enter");
    expect((await saved).status()).toBe(200);
    await row.getByText("€119.50").waitFor();
    expect((await call("GET", `/products/${id}`))["price"]).toBe(119.5);

    const read = page.waitForResponse((answer) => answer.url().endsWith(`/products/${id}`));
    await price.dblclick();
    await read;
    await call("PATCH", `/products/${id}`, { price: 120 });
    await page.getByRole("textbox", { name: "Price" }).fill("130");
    await page.getByRole("textbox", { name: "Price" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("cell", { name: "120" }).waitFor();
    const kept = page.waitForResponse(isChange);
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    expect((await kept).status()).toBe(200);
    expect((await call("GET", `/products/${id}`))["price"]).toBe(130);
    // The browser reports the 412, which the page has answered.
    expect(errors.filter((error) => !error.includes("412"))).toEqual([]);
  },
  TEST_MS,
);

test(
  "a session that ends in the middle of an edit loses nothing",
  async () => {
    const { id } = await call("POST", "/products", { title: "Râpe fine", price: 20 });
    const { page } = await visit(browser, service.url, { path: `/products/${id}/attributes`, locale: "en-GB" });
    await page.getByLabel("Price", { exact: true }).fill("27,90");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Password").fill(ADMIN.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Saved").waitFor();
    expect((await call("GET", `/products/${id}`))["price"]).toBe(27.9);
  },
  TEST_MS,
);

test(
  "a field that the description gets is a column, a filter, a field of the form and of a bulk edit",
  async () => {
    const { id } = await call("POST", "/products", { title: "Moulin à poivre" });
    const { page, errors } = await visit(browser, service.url, { path: "/", locale: "en-GB" });
    await page.route("**/api/v1/openapi.json*", async (route) => {
      const answer = await route.fetch();
      const document = (await answer.json()) as Described;
      const { ProductListItem: listed, ProductInput: taken } = document.components.schemas;
      const shelf = { type: ["string", "null"], description: "Where it lies.", examples: ["A-12"] };
      if (listed) listed.properties["shelf"] = shelf;
      if (taken) taken.properties["shelf"] = shelf;
      document.paths["/api/v1/products"]?.get.parameters.push({ name: "shelf", in: "query", schema: shelf });
      await route.fulfill({ response: answer, json: document });
    });
    await page.goto(`${service.url}/products`);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("dialog").getByLabel("Shelf").check();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("columnheader", { name: "Shelf" }).waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Filter", { exact: true }).selectOption("shelf");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Select", { exact: true }).first().check();
    await page.getByRole("button", { name: "Set a field" }).click();
    await page.getByLabel("Field", { exact: true }).selectOption("shelf");
    await page.goto(`${service.url}/products/${id}/attributes`);
    expect(await page.getByLabel("Shelf").getAttribute("placeholder")).toBe("A-12");
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "the conditions of a price rule are rows, with the words that the API knows",
  async () => {
    const { page, errors } = await visit(browser, service.url, { path: "/prices/rules", locale: "en-GB" });
    await page.getByRole("button", { name: "New" }).first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(/^Name/).fill("Margin first");
    await drawer.getByRole("button", { name: "Add" }).first().click();
    const field = drawer.getByLabel(/^Field/);
    expect(await drawer.locator('option[value="margin_percent"]').count()).toBe(1);
    await field.fill("margin_percent");
    await drawer.getByLabel(/^Operator/).fill("gte");
    await drawer
      .getByLabel(/^Value/)
      .first()
      .fill("15");
    expect(await barriersOf(page)).toEqual([]);
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Margin first" }).waitFor();
    const { items } = (await call("GET", "/prices/repricing/rules")) as { items: { conditions: object[] }[] };
    expect(items.map(({ conditions }) => conditions)).toEqual([
      [{ field: "margin_percent", operator: "gte", value: 15 }],
    ]);
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "an empty catalog offers forty sample products, which one click takes away",
  async () => {
    const empty = await startService({ folder: temporaryFolder() });
    const { page, errors } = await visit(browser, empty.url, { path: "/", locale: "en-GB" });
    await page.getByRole("button", { name: "Load forty sample products" }).click();
    await page.getByRole("button", { name: "Undo this import" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("40 new products are deleted").waitFor();
    await dialog.getByRole("button", { name: "Undo this import" }).click();
    await page.getByText("The import is undone").waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
    await empty.kill("SIGTERM");
  },
  TEST_MS,
);

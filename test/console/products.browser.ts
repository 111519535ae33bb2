import { expect, test } from "bun:test";
import { openStage } from "./stage.ts";
import { barriersOf, visit } from "./visit.ts";

const TEST_MS = 60_000;
const BASE = { locale: "en-GB" } as const;
/** More than a page of the grid. */
const COUNT = 260;

const { browser, service, call } = await openStage();
for (let at = 0; at < COUNT; at += 20) {
  const made = Array.from({ length: 20 }, (_, index) =>
    call("POST", "/products", { title: `Lampe ${at + index}`, price: 10 }),
  );
  await Promise.all(made);
}

const countOf = async (query: string): Promise<number> => {
  const { meta } = (await call("GET", `/products?limit=1&${query}`)) as { meta: { total: number } };
  return meta.total;
};

test(
  "a field is set on all pages of a list, with its progress, and taken back by one click",
  async () => {
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: "/products?search=lampe" });
    await page.getByLabel("Select", { exact: true }).first().check();
    await page.getByRole("button", { name: `Select all ${COUNT}` }).click();
    await page.getByText(`${COUNT} selected`).waitFor();
    await page.getByRole("button", { name: "Set a field" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Field", { exact: true }).selectOption("price");
    await dialog.getByRole("textbox", { name: "Price" }).fill("-1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    await dialog.getByRole("textbox", { name: "Price" }).fill("12,50");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(`${COUNT} products changed`).waitFor();
    expect(await countOf("price_min=12.5&price_max=12.5")).toBe(COUNT);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(`${COUNT} products as before`).waitFor();
    expect(await countOf("price_min=10&price_max=10")).toBe(COUNT);
    // The browser reports the refusal, which the page has answered.
    expect(errors.filter((error) => !error.includes("422"))).toEqual([]);
    expect(await barriersOf(page)).toEqual([]);
  },
  TEST_MS,
);

test(
  "all pages of a list get a tag, which one click takes back, and some are submitted for review",
  async () => {
    await call("POST", "/product-tags", { name: "Sale" });
    // Filters of every kind go from the address into the change.
    const path = "/products?search=lampe&in_stock=false&price_max=10";
    const { page, errors } = await visit(browser, service.url, { ...BASE, path });
    const selectAll = async () => {
      await page.getByLabel("Select", { exact: true }).first().check();
      await page.getByRole("button", { name: `Select all ${COUNT}` }).click();
      await page.getByText(`${COUNT} selected`).waitFor();
    };
    await selectAll();
    await page.getByRole("button", { name: "Tags", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Sale").first().check();
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(`${COUNT} products changed`).waitFor();
    const tags = async () => ((await call("GET", "/product-tags")) as { items: { product_count: number }[] }).items;
    expect((await tags())[0]?.product_count).toBe(COUNT);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(`${COUNT} products as before`).waitFor();
    expect((await tags())[0]?.product_count).toBe(0);
    // Eleven of them: Lampe 11, and 110 to 119.
    await page.goto(`${service.url}/products?search=lampe%2011`);
    await page.getByLabel("Select all", { exact: true }).check();
    await page.getByText("11 selected").waitFor();
    await page.getByRole("button", { name: "Publication", exact: true }).click();
    await dialog.getByLabel("What to do").selectOption("submit");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("11 products changed").waitFor();
    expect(await countOf("workflow_status=review")).toBe(11);
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "products of all pages are deleted and shown again; what is not selected stays",
  async () => {
    const { page } = await visit(browser, service.url, { ...BASE, path: "/products?search=lampe" });
    await page.getByLabel("Select", { exact: true }).first().check();
    await page.getByRole("button", { name: `Select all ${COUNT}` }).click();
    await page.getByLabel("Select", { exact: true }).first().uncheck();
    await page.getByText(/^\d+ selected$/).waitFor();
    await page.getByRole("button", { name: `Select all ${COUNT}` }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(`${COUNT} products deleted`).waitFor();
    expect(await countOf("search=lampe")).toBe(0);
    // Also when its words have gone: each change of many stands in a list.
    await page.reload();
    await page.getByRole("button", { name: "Changes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo: Delete" }).click();
    await page.getByText(`${COUNT} products as before`).waitFor();
    expect(await countOf("search=lampe")).toBe(COUNT);
  },
  TEST_MS,
);

test(
  "a block of a spreadsheet is written from a cell on, and taken back",
  async () => {
    const { page } = await visit(browser, service.url, { ...BASE, path: "/products?search=lampe%201&sort_by=title" });
    const first = page.getByRole("gridcell").filter({ hasText: "€" }).first();
    await first.click();
    // By its text: the types of tests know no browser.
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "21,50\\n22,50\\n");
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }`);
    await page.getByText("2 products changed").waitFor();
    expect(await countOf("price_min=21.5&price_max=22.5")).toBe(2);
    const undone = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await page.getByRole("button", { name: "Undo" }).click();
    expect((await undone).status()).toBe(200);
    expect(await countOf("price_min=21.5&price_max=22.5")).toBe(0);
  },
  TEST_MS,
);

test(
  "home leads to what waits for a decision, and says what each channel lacks most",
  async () => {
    const { id } = await call("POST", "/entities", { code: "de", name: "Web shop DE", default_language: "de" });
    const { items } = (await call("GET", "/products?limit=1")) as { items: { id: string }[] };
    await call("PUT", `/products/${items[0]?.id}/entities/${id}`, { internal_reference: "DE-1" });
    await call("POST", `/products/${items[0]?.id}/workflow/submit`, {});
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: "/" });
    await page.getByRole("row", { name: /Web shop DE German 0 1 / }).waitFor();
    await page.getByRole("link", { name: /Decide.*Products to be published/ }).click();
    await page.getByRole("heading", { name: "Review", level: 1 }).waitFor();
    await page.goto(`${service.url}/products/${items[0]?.id}/channels`);
    await page.getByRole("button", { name: "Web shop DE" }).click();
    const reference = page.getByRole("dialog").getByLabel(/^Internal reference/);
    expect(await reference.inputValue()).toBe("DE-1");
    await reference.fill("DE-2");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    const overlay = await call("GET", `/products/${items[0]?.id}/entities/${id}`);
    expect([overlay["internal_reference"], errors]).toEqual(["DE-2", []]);
  },
  TEST_MS,
);

/** The smallest PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test(
  "images are put in another order by the keyboard, and say what they show",
  async () => {
    const { id } = await call("POST", "/products", { title: "Théière" });
    const { page, errors } = await visit(browser, service.url, { ...BASE, path: `/products/${id}/images` });
    const files = ["front.png", "back.png"].map((name) => ({ name, mimeType: "image/png", buffer: PIXEL }));
    await page.getByLabel("Add images").setInputFiles(files);
    await page.getByLabel("What the image shows 2").waitFor();
    await page.getByLabel("What the image shows 2").fill("From the back");
    await page.getByLabel("What the image shows 2").press("Tab");
    await page.getByText("Saved").waitFor();
    const ordered = page.waitForResponse((answer) => answer.url().endsWith("/media/reorder"));
    await page.getByRole("button", { name: "Move image 2 to the front" }).press("Enter");
    expect((await ordered).status()).toBe(200);
    const { items } = (await call("GET", `/products/${id}/media`)) as { items: { alt_text: string | null }[] };
    expect(items.map(({ alt_text: text }) => text)).toEqual(["From the back", null]);
    expect([await barriersOf(page), errors]).toEqual([[], []]);
  },
  TEST_MS,
);

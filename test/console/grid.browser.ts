import { expect, test } from "bun:test";
import { openStage } from "./stage.ts";
import { visit } from "./visit.ts";

const TEST_MS = 60_000;
const COUNT = 1_250;
/** A window of 900 pixels shows some twenty rows; spare ones above and below are drawn too. */
const DRAWN_MAX = 60;
const title = (index: number): string => `Vase ${String(index).padStart(5, "0")}`;

const { browser, service, call } = await openStage();
for (let at = 0; at < COUNT; at += 50) {
  const made = Array.from({ length: 50 }, (_, index) => call("POST", "/products", { title: title(at + index) }));
  await Promise.all(made);
}

/** The grid by titles, with what it asks for: where each page begins. */
async function openGrid() {
  const opened = await visit(browser, service.url, {
    locale: "en-GB",
    viewport: { width: 1_280, height: 900 },
    path: "/",
  });
  const asked: { cursor: string | null; page: string | null }[] = [];
  opened.page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== "/api/v1/products" || searchParams.get("limit") !== "100") return;
    asked.push({ cursor: searchParams.get("cursor"), page: searchParams.get("page") });
  });
  await opened.page.goto(`${service.url}/products?sort_by=title&sort_order=asc`);
  await opened.page.getByRole("gridcell", { name: title(0) }).waitFor();
  /** Scrolls until a row is at the top, and waits until it shows its product. */
  const scrollTo = async (row: number) => {
    await opened.page.evaluate(`document.querySelector(".grid").scrollTop = ${row} * 36`);
    await opened.page
      .getByRole("row")
      .and(opened.page.locator(`[aria-rowindex="${row + 2}"]`))
      .getByText(title(row))
      .waitFor();
  };
  const drawn = () => opened.page.locator(".grid .body > .grow").count();
  return { ...opened, asked, scrollTo, drawn };
}

test(
  "a list of thousands is scrolled by cursor pages, each asked for once, with as many nodes as are seen",
  async () => {
    const { asked, scrollTo, drawn, errors } = await openGrid();
    for (let row = 0; row < COUNT - 50; row += 75) {
      await scrollTo(row);
      expect(await drawn()).toBeLessThanOrEqual(DRAWN_MAX);
    }
    for (let row = COUNT - 50; row > 0; row -= 150) await scrollTo(row);
    const [first, ...others] = asked;
    expect(first).toEqual({ cursor: null, page: null });
    expect(others.every(({ cursor, page }) => cursor !== null && page === null)).toBe(true);
    expect([asked.length, new Set(asked.map(({ cursor }) => cursor)).size]).toEqual([13, 13]);
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "a jump shows the rows of the place without those between, and goes on by cursor from there",
  async () => {
    const { page, asked, scrollTo, drawn } = await openGrid();
    await scrollTo(1_000);
    await scrollTo(1_100);
    expect(await drawn()).toBeLessThanOrEqual(DRAWN_MAX);
    const pages = asked.flatMap(({ page: number }) => number ?? []);
    expect(pages.length).toBe(1);
    expect(asked.length).toBeLessThan(7);
    // By the keyboard to the ends, and what is edited there is that product.
    await page.getByRole("gridcell", { name: title(1_100) }).click();
    await page.keyboard.press("Control+End");
    await page.getByRole("gridcell", { name: title(COUNT - 1) }).waitFor();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "Title" }).fill("Vase 99999");
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await page.keyboard.press("Enter");
    const { title: stored } = (await (await saved).json()) as { title: string };
    expect(stored).toBe("Vase 99999");
    await page.keyboard.press("Control+Home");
    await page.getByRole("gridcell", { name: title(0) }).waitFor();
  },
  TEST_MS,
);

test(
  "a cell that is scrolled out of sight while it is edited is saved",
  async () => {
    const { page, scrollTo, errors } = await openGrid();
    await page.getByRole("gridcell", { name: title(3) }).dblclick();
    await page.getByRole("textbox", { name: "Title" }).fill("Third vase");
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await scrollTo(400);
    const { title: stored } = (await (await saved).json()) as { title: string };
    expect([stored, errors]).toEqual(["Third vase", []]);
  },
  TEST_MS,
);

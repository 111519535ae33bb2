import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { temporaryFolder } from "../cleanup.ts";
import { openChatProvider } from "../doubles/chat-provider.ts";
import { openBrowser, openPage } from "../runtimes/browser.ts";
import { type StartedService, startService } from "../servers/service.ts";
import { barriersOf, dropFile } from "./visit.ts";

const TEST_MS = 180_000;
const FILM = join(import.meta.dir, "../../out/screenshots/film");
/** A list as a wholesaler sends it: a title above the header, a weight that can be read in two ways, a price that is none. */
const FILE = [
  "Tarif novembre 2026;;;;;;",
  "Gencod;Libellé article;Marque;PA HT;PVC TTC;Poids;Qté stock",
  "2100000000104;Couteau office 9 cm olivier;Laguiole;12,45;24,90;1.080;182",
  "2100000000203;Cocotte fonte 24 cm rouge;Staub;94,50;189,00;4.250;14",
  "2100000000302;Poêle inox 28 cm;De Buyer;37,20;74,50;1.250;0",
  "2100000000401;Moule à cannelés 8 pièces;De Buyer;14,10;32,00;1.980;61",
  "2100000000500;Théière fonte 0,8 l noire;Iwachu;58,00;119,00;1.450;7",
  "2100000000609;Planche à découper hêtre;Zassenhaus;19,90;cher;2.100;33",
  "",
].join("\n");
const WRITTEN = "<p>Une pièce de cuisine faite pour durer, facile à entretenir et agréable en main.</p>";
const PASSWORD = "correct-horse-7";

let browser: Browser;
let service: StartedService;
let folder: string;
let providerUrl: string;
beforeAll(async () => {
  rmSync(FILM, { recursive: true, force: true });
  mkdirSync(FILM, { recursive: true });
  folder = temporaryFolder();
  const provider = await openChatProvider({ isPlain: true });
  provider.says(() => WRITTEN);
  providerUrl = provider.baseUrl;
  const env = {
    CATALOGD_OUTBOUND_ALLOW: "127.0.0.1",
    CATALOGD_BOOTSTRAP_ADMIN_EMAIL: "alice@maison-dubois.example",
    CATALOGD_BOOTSTRAP_ADMIN_PASSWORD: "",
  };
  [service, browser] = await Promise.all([startService({ folder, env }), openBrowser()]);
}, TEST_MS);
afterAll(async () => {
  await browser?.close();
  await service?.kill("SIGTERM");
});

/** Takes the frames of the film, each when nothing moves any more. */
function camera(page: Page) {
  let frame = 0;
  return async (name: string) => {
    await page.waitForTimeout(150);
    frame += 1;
    await page.screenshot({ path: join(FILM, `${String(frame).padStart(2, "0")}-${name}.png`) });
  };
}
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** The link of the first start, a password of one's own, and the empty catalog. */
async function comeIn(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  const login = readFileSync(join(folder, "data", "first-login.txt"), "utf8");
  await page.goto(/http\S+#token=\S+/.exec(login)?.[0] ?? "no link");
  await page.getByLabel("New password").fill(PASSWORD);
  await take("first-start");
  await button(page, "Set it and go on").click();
  await page.getByRole("button", { name: "Load forty sample products" }).waitFor();
  await take("empty-catalog");
}

/** A file that is dropped, its doubtful column, what would become of it, and the import. */
async function bringFileIn(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await dropFile(page, "tarif-novembre.csv", FILE);
  await heading(page, "tarif-novembre.csv");
  await page.getByLabel("Becomes: Poids").waitFor();
  await take("columns");
  const answer = button(page, "The point is the decimal sign");
  await answer.click();
  await answer.waitFor({ state: "detached" });
  const becomes = page.getByLabel("Becomes: PVC TTC");
  await becomes.focus();
  await becomes.selectOption("price");
  await take("doubt-answered");
  await button(page, "Dry run on all rows").click();
  await page.getByRole("button", { name: /^Import \d rows/ }).waitFor();
  await take("dry-run");
  await page.getByRole("button", { name: /^Import \d rows/ }).click();
  await page.getByRole("button", { name: "Undo this import" }).waitFor();
  await take("imported");
}

/** A product found in spite of a slip, and two cells that are edited where they stand. */
async function editCells(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type("cocote");
  await page.keyboard.press("Enter");
  await page.getByText("Cocotte fonte 24 cm rouge").first().waitFor();
  await take("found-with-a-slip");
  await page.goto(`${service.url}/products`);
  for (const [title, price] of [
    ["Cocotte fonte 24 cm rouge", "179,00"],
    ["Théière fonte 0,8 l noire", "115,50"],
  ] as const) {
    const cell = page
      .getByRole("row", { name: new RegExp(title) })
      .getByRole("gridcell")
      .filter({ hasText: "€" });
    await cell.first().dblclick();
    await page.getByRole("textbox", { name: "Price" }).fill(price);
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await page.keyboard.press("Enter");
    expect((await saved).status()).toBe(200);
  }
  await page.getByText("€179.00").waitFor();
  await take("two-cells-edited");
}

/** A model is set up, asked for all descriptions within a budget, and its texts wait. */
async function enrich(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${service.url}/ai/provider`);
  const card = page.locator("main form").first();
  await card.getByLabel(/^Enabled/).selectOption("true");
  await card.getByLabel(/^Provider/).selectOption("openai_compatible");
  await card
    .getByLabel(/^Model/)
    .first()
    .fill("local-model");
  await card.getByLabel(/^Base URL/).fill(providerUrl);
  await card.getByLabel(/^API key/).fill("sk-local-0123456789");
  await card.getByLabel(/^Prices/).fill('{ "local-model": { "input": 1, "output": 2 } }');
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  await take("model-set-up");
  await page.goto(`${service.url}/ai`);
  await page.getByLabel("Each text waits for a review").check();
  await button(page, "Estimate").click();
  await page.getByText(/products?, about/).waitFor();
  await take("estimate");
  await button(page, "Start").click();
  await page.getByText("completed").first().waitFor();
  await take("texts-written");
}

/** Texts are accepted or rejected by one key each; a product is led to publication. */
async function reviewAndPublish(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${service.url}/review`);
  await page.getByRole("button", { name: "Accept A" }).waitFor();
  await take("review");
  for (const key of ["a", "a", "a", "a", "r"]) {
    await page.waitForTimeout(250);
    const decided = page.waitForResponse((answer) => /\/(accept|reject)$/.test(answer.url()));
    await page.keyboard.press(key);
    expect((await decided).status()).toBe(200);
  }
  await page.getByText("No text waits").waitFor();
  await take("reviewed");
  await page.goto(`${service.url}/products?search=Cocotte`);
  await page.getByRole("link", { name: "Cocotte fonte 24 cm rouge" }).first().click();
  await heading(page, "Cocotte fonte 24 cm rouge");
  for (const step of ["Submit for publication", "Approve"]) {
    const moved = page.waitForResponse((answer) => /workflow\/\w+$/.test(answer.url()));
    await button(page, step).click();
    expect((await moved).status()).toBe(200);
  }
  await button(page, "Publish").waitFor();
  await take("ready-to-publish");
}

async function exportAndUndo(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${service.url}/exports`);
  await page.getByRole("region", { name: "The first rows" }).getByText("Cocotte fonte 24 cm rouge").waitFor();
  await button(page, "Make the file").click();
  const link = page.getByRole("link", { name: /^Download / });
  await link.waitFor();
  await take("exported");
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(await Bun.file(await file.path()).text()).toContain("Cocotte fonte 24 cm rouge");
  await page.goto(`${service.url}/imports`);
  await page.getByRole("link", { name: "tarif-novembre.csv" }).click();
  await page.getByRole("button", { name: "Undo this import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^1 new products are deleted/).waitFor();
  await take("undo-asked");
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await page.getByText("The import is undone").waitFor();
  await take("undone");
}

test(
  "the long story: first start, a price list, a slip, two cells, a model, reviews, publication, export, and all taken back",
  async () => {
    const options = { locale: "en-GB", viewport: { width: 1320, height: 780 } };
    const { page, outside, errors } = await openPage(browser, service.url, options);
    const take = camera(page);
    await comeIn(page, take);
    await bringFileIn(page, take);
    await editCells(page, take);
    await enrich(page, take);
    await reviewAndPublish(page, take);
    await exportAndUndo(page, take);
    expect([await barriersOf(page), outside]).toEqual([[], []]);
    // The browser reports the answers before the sign-in.
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  },
  TEST_MS,
);

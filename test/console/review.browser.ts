import { expect, test } from "bun:test";
import type { Page, Response } from "playwright-core";
import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { openStage } from "./stage.ts";
import { barriersOf, visit } from "./visit.ts";

const TEST_MS = 60_000;
const WRITTEN = "<p>Une chaise en chêne massif, solide et confortable.</p>";

const provider = await openChatProvider({ isPlain: true });
provider.says(() => WRITTEN);
const { browser, service, call } = await openStage({ CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" });
await call("PUT", "/settings/ai-provider", providerSetting(provider.baseUrl));

/** A product whose description somebody wrote, and a text of a model that waits beside it. */
async function waiting(title: string): Promise<string> {
  const { id } = await call("POST", "/products", { title, description: "Une chaise ancienne.", material: "Chêne" });
  await call("POST", `/enrichment/products/${id}?types=descriptions&auto_apply=never`);
  return String(id);
}
const described = async (id: string) => (await call("GET", `/products/${id}`))["description"];
const isDecision = (answer: Response): boolean => /\/(accept|reject)$/.test(answer.url());

/** Presses a key once the text of this product is the one that stands there. */
async function decide(page: Page, title: string, key: string) {
  await page.getByRole("link", { name: title }).waitFor();
  // A key that comes sooner is no decision: the text was not read.
  await page.waitForTimeout(200);
  const decided = page.waitForResponse(isDecision);
  await page.keyboard.press(key);
  return (await decided).status();
}

test(
  "texts are accepted, rejected and put into own words by keyboard, with their difference and cost",
  async () => {
    // The newest is shown first.
    const [kept, rejected, edited] = [await waiting("Chaise A"), await waiting("Chaise B"), await waiting("Chaise C")];
    const { page, errors } = await visit(browser, service.url, { path: "/review", locale: "en-GB" });
    await page.getByRole("link", { name: "Chaise C" }).waitFor();
    const shown = async (kind: string) =>
      (await page.locator(`.difference ${kind}`).allInnerTexts()).map((text) => text.trim());
    expect(await shown("ins")).toEqual(["en chêne massif, solide et confortable."]);
    expect(await shown("del")).toEqual(["ancienne."]);
    await page.getByText(/^(US)?\$0.0012$/).waitFor();
    expect(await barriersOf(page)).toEqual([]);

    await page.waitForTimeout(200);
    await page.keyboard.press("e");
    await page.getByLabel("Your words").fill("<p>Une chaise de famille.</p>");
    const saved = page.waitForResponse(isDecision);
    await page.keyboard.press("Control+s");
    expect((await saved).status()).toBe(200);
    expect(await decide(page, "Chaise B", "r")).toBe(200);
    expect(await decide(page, "Chaise A", "a")).toBe(200);
    await page.getByText("No text waits").waitFor();
    expect([await described(edited), await described(rejected), await described(kept)]).toEqual([
      "<p>Une chaise de famille.</p>",
      "Une chaise ancienne.",
      WRITTEN,
    ]);

    await call("PATCH", `/products/${kept}`, { color: "Oak" });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("Taken back").waitFor();
    expect(await described(kept)).toBe("Une chaise ancienne.");
    expect(await call("GET", `/products/${kept}`)).toMatchObject({ color: "Oak" });
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "of two that decide at the same time nothing is lost: a decided one is said, an edited one shows both values",
  async () => {
    const [other, changed] = [await waiting("Chaise D"), await waiting("Chaise E")];
    const { page } = await visit(browser, service.url, { path: "/review", locale: "en-GB" });
    await page.getByRole("link", { name: "Chaise E" }).waitFor();
    const { items } = (await call("GET", "/enrichment/review")) as { items: { id: string; product_id: string }[] };
    const proposal = items.find(({ product_id: id }) => id === other);
    await call("POST", `/enrichment/review/${proposal?.id}/reject`);
    await call("PATCH", `/products/${changed}`, { description: "Celle d’une collègue." });

    expect(await decide(page, "Chaise E", "a")).toBe(409);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("cell", { name: "Celle d’une collègue." }).waitFor();
    await dialog.getByRole("button", { name: "Keep theirs" }).click();
    expect(await decide(page, "Chaise D", "a")).toBe(409);
    await page.getByText("Somebody else has decided this one already.").waitFor();
    expect([await described(changed), await described(other)]).toEqual([
      "Celle d’une collègue.",
      "Une chaise ancienne.",
    ]);
  },
  TEST_MS,
);

test(
  "a queue of fifty is decided by one key each: none is shown twice, none is left, and each keeps its decision",
  async () => {
    const titles = Array.from({ length: 50 }, (_, index) => `Tabouret ${String(index).padStart(2, "0")}`);
    const ids = new Map<string, string>();
    for (const title of titles) ids.set(title, await waiting(title));
    const { page, errors } = await visit(browser, service.url, { path: "/review", locale: "en-GB" });
    // The newest first; each fifth is refused.
    const seen: string[] = [];
    for (const title of titles.toReversed()) {
      expect(await decide(page, title, seen.length % 5 === 4 ? "r" : "a")).toBe(200);
      seen.push(title);
    }
    const { items } = (await call("GET", "/enrichment/review?per_page=100")) as { items: { product_id: string }[] };
    const mine = new Set(ids.values());
    expect(items.filter(({ product_id: id }) => mine.has(id))).toEqual([]);
    const kept = await Promise.all(seen.map((title) => described(ids.get(title) ?? "")));
    expect(kept).toEqual(seen.map((_, index) => (index % 5 === 4 ? "Une chaise ancienne." : WRITTEN)));
    expect(errors).toEqual([]);
  },
  4 * TEST_MS,
);

test(
  "translations that wait are read beside their source, accepted, put into own words and deleted by keyboard",
  async () => {
    const ids: string[] = [];
    for (const title of ["Fauteuil A", "Fauteuil B", "Fauteuil C"]) {
      const { id } = await call("POST", "/products", { title, description: "Un fauteuil." });
      const path = `/products/${id}/content-variants/es`;
      await call("PUT", path, { title: title.replace("Fauteuil", "Sillón"), description: "<p>Un sillón.</p>" });
      await call("PATCH", `${path}/review`, { reviewed: false });
      ids.push(String(id));
    }
    const spanish = async (id: string | undefined) => call("GET", `/products/${id}/content-variants/es`);
    const { page, errors } = await visit(browser, service.url, { path: "/", locale: "en-GB" });
    await page.getByRole("link", { name: /Decide.*Translations to review/ }).click();
    await page.getByRole("link", { name: "Fauteuil A" }).waitFor();
    await page.getByText("Sillón A").waitFor();
    await page.getByText("Un sillón.", { exact: true }).waitFor();
    expect(await barriersOf(page)).toEqual([]);

    await page.waitForTimeout(200);
    await page.keyboard.press("a");
    await page.getByRole("link", { name: "Fauteuil B" }).waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("e");
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press("End");
    await page.keyboard.type(" grande");
    await page.keyboard.press("Control+s");
    await page.getByRole("link", { name: "Fauteuil C" }).waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("r");
    await page.getByText("No translation waits.").waitFor();
    await page.getByText(/Fauteuil C · Spanish/).waitFor();
    expect(await spanish(ids[0])).toMatchObject({ title: "Sillón A", reviewed: true });
    expect(await spanish(ids[1])).toMatchObject({ title: "Sillón B grande", reviewed: true });
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.last().click();
    await page.getByRole("link", { name: "Fauteuil C" }).waitFor();
    expect(await spanish(ids[2])).toMatchObject({
      title: "Sillón C",
      description: "<p>Un sillón.</p>",
      reviewed: false,
    });
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

test(
  "all translations of a language are accepted at once, but for those that were edited since, and wait again after Undo",
  async () => {
    const ids: string[] = [];
    for (const title of ["Buffet A", "Buffet B"]) {
      const { id } = await call("POST", "/products", { title });
      const path = `/products/${id}/content-variants/de`;
      await call("PUT", path, { title: title.replace("Buffet", "Anrichte") });
      await call("PATCH", `${path}/review`, { reviewed: false });
      ids.push(String(id));
    }
    const reviewed = () =>
      Promise.all(ids.map(async (id) => (await call("GET", `/products/${id}/content-variants/de`))["reviewed"]));
    const path = "/review/translations?language=de";
    const { page, errors } = await visit(browser, service.url, { path, locale: "en-GB" });
    await page.getByRole("link", { name: "Buffet A" }).waitFor();
    await page.getByLabel("Accept all above (German)").selectOption("however sure");
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Accept 2 values?" });
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Accept" }).click();
    await page.getByText("No translation waits.").waitFor();
    expect(await reviewed()).toEqual([true, true]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("link", { name: "Buffet A" }).waitFor();
    expect([await reviewed(), errors]).toEqual([[false, false], []]);
  },
  TEST_MS,
);

test(
  "a viewer reads what waits and decides nothing: the buttons say why",
  async () => {
    const id = await waiting("Chaise F");
    const { page } = await visit(browser, service.url, { path: "/review", locale: "en-GB", role: "viewer" });
    await page.getByRole("link", { name: "Chaise F" }).waitFor();
    const accept = page.getByRole("button", { name: "Accept A" });
    expect([await accept.getAttribute("aria-disabled"), await accept.getAttribute("title")]).toEqual([
      "true",
      "Your role may not do this.",
    ]);
    await page.waitForTimeout(200);
    await page.keyboard.press("a");
    await page.getByRole("link", { name: "Chaise F" }).waitFor();
    expect(await described(id)).toBe("Une chaise ancienne.");
  },
  TEST_MS,
);

import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openPage } from "../runtimes/browser.ts";
import { ADMIN } from "../servers/service.ts";
import { openStage } from "./stage.ts";
import { visit } from "./visit.ts";

const TEST_MS = 60_000;
const TABS_MAX = 120;

const { browser, service, call } = await openStage();
await call("POST", "/products", { title: "Cocotte fonte", price: 189 });

/** What has the focus, as a screen reader names it. */
const FOCUSED = `(() => {
  const { activeElement: it } = document;
  if (!it) return "";
  const label = it.getAttribute("aria-label") ?? [...(it.labels ?? [])].map((each) => each.textContent).join(" ");
  return (label || it.textContent || "").trim();
})()`;

/** Goes on by Tab until what is called so has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isIt = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  const passed: string[] = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press("Tab");
    const focused = String(await page.evaluate(FOCUSED));
    if (isIt(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab leads to no ${name}, only to ${[...new Set(passed)].join(", ")}`);
}

/** A step: something to go to, and what is pressed or typed there. */
type Step = [name: string | RegExp, does: { press: string } | { type: string }];
const ENTER = { press: "Enter" };

async function walk(page: Page, steps: Step[]): Promise<void> {
  for (const [name, does] of steps) {
    await tabTo(page, name);
    if ("press" in does) await page.keyboard.press(does.press);
    else await page.keyboard.type(does.type);
    await page.waitForTimeout(150);
  }
}

/** The main work of screens, by keyboard alone: its steps, and what says that it is done. */
const STORIES: [screen: string, path: string, steps: Step[], done: string | RegExp][] = [
  [
    "setup",
    "/setup",
    [
      ["New", ENTER],
      [/^Name/, { type: "Laguiole" }],
      ["Save", ENTER],
    ],
    "Laguiole",
  ],
  [
    "webhooks",
    "/webhooks",
    [
      ["New", ENTER],
      [/^Name/, { type: "ERP" }],
      [/^(URL|Address)/, { type: "https://erp.example.com/hook" }],
      ["product.updated", { press: "Space" }],
      ["Save", ENTER],
    ],
    "ERP",
  ],
  [
    "people and keys",
    "/people/keys",
    [
      ["New", ENTER],
      [/^Name/, { type: "till" }],
      ["products:read", { press: "Space" }],
      ["Save", ENTER],
    ],
    "Store it now: it cannot be shown again.",
  ],
  [
    "prices",
    "/prices/lists",
    [
      ["New", ENTER],
      [/^Name/, { type: "Retail" }],
      [/^Channel/, { type: "web" }],
      ["Save", ENTER],
    ],
    "Retail",
  ],
  ["exports", "/exports", [["Make the file", ENTER]], /^Download /],
  ["operation", "/operation", [["Build anew", ENTER]], "The index is built anew"],
];

test(
  "signs in by keyboard alone",
  async () => {
    const { page } = await openPage(browser, service.url, { locale: "en-GB" });
    await page.goto(`${service.url}/sign-in`);
    await page.getByLabel("E-mail").waitFor();
    // The first field has the focus.
    await page.keyboard.type(ADMIN.email);
    await tabTo(page, "Password");
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /Hello|Good/ }).waitFor();
  },
  TEST_MS,
);

test.each(STORIES)(
  "%s: its main work by keyboard alone",
  async (_, path, steps, done) => {
    const { page, errors } = await visit(browser, service.url, { path, locale: "en-GB" });
    await walk(page, steps);
    await page.getByText(done).first().waitFor();
    expect(errors).toEqual([]);
  },
  TEST_MS,
);

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { openBrowser } from "../runtimes/browser.ts";
import { startSample } from "./sample.ts";
import { SCREENS, VIEWS, VIEWS_OF_PARTS } from "./screens.ts";
import { barriersOf, overflowOf, visit } from "./visit.ts";

const TEST_MS = 120_000;
const PICTURES = join(import.meta.dir, "../../out/screenshots");

let browser: Browser;
let sample: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  [sample, browser] = await Promise.all([startSample(), openBrowser()]);
}, TEST_MS);
afterAll(async () => {
  await browser?.close();
  await sample?.service.kill("SIGTERM");
});

/** The address of a screen, with what of the sample stands in it. */
const addressOf = (path: string): string =>
  path.replace(":product", sample.products[0]?.id ?? "").replace(":shop", sample.connector);

/** Looks at a screen in one view, makes its picture, and says what is wrong with it. */
async function look(screen: (typeof SCREENS)[number], [view, options]: [string, BrowserContextOptions]) {
  const { page, outside, errors } = await visit(browser, sample.service.url, {
    ...screen,
    path: addressOf(screen.path),
    ...options,
  });
  const barriers = await barriersOf(page);
  const overflow = await overflowOf(page);
  await page.screenshot({ path: join(PICTURES, `${screen.name}-${view}.png`) });
  await page.context().close();
  return { view, barriers, overflow, outside, errors };
}

test.each(SCREENS)(
  "$name opens in its views: no barrier, nothing cut off, nothing from elsewhere",
  async (screen) => {
    const views = screen.isPart ? VIEWS_OF_PARTS : VIEWS;
    const seen = await Promise.all(Object.entries(views).map((view) => look(screen, view)));
    expect(seen).toEqual(
      Object.keys(views).map((view) => ({ view, barriers: [], overflow: 0, outside: [], errors: [] })),
    );
  },
  TEST_MS,
);

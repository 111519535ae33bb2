import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "../runtimes/browser.ts";
import { ADMIN } from "../servers/service.ts";

/** Signs the admin in, as the form does: the session is in the cookies of the context. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/v1/auth/login/json`, { data: ADMIN });
  if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}: ${await answer.text()}`);
}

/** A page of the console that has drawn its heading and waits for nothing more. */
export async function visit(
  browser: Browser,
  url: string,
  { path, isOpen = false, ...options }: BrowserContextOptions & { path: string; isOpen?: boolean },
) {
  const opened = await openPage(browser, url, options);
  if (!isOpen) await signIn(opened.page.context(), url);
  await opened.page.goto(url + path);
  await opened.page.locator("h1").first().waitFor();
  await opened.page.waitForLoadState("networkidle");
  // The browser reports each answer that is no success, and the page first asks whose session it has.
  if (isOpen) opened.errors = opened.errors.filter((error) => !error.includes("status of 401"));
  return opened;
}

interface Violation {
  id: string;
  nodes: { html: string; target: string[] }[];
}
/** As text: its types bring those of a browser, which tests of the service must not see. */
const axeSource = (): string => readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What axe-core finds against WCAG 2.2 AA and its own good practices: the rule, and where. */
export async function barriersOf(page: Page): Promise<string[]> {
  // By the debugger, for the page's policy lets no script of others in.
  await page.evaluate(axeSource());
  const { violations } = await page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return await tool.run();
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target.join(" ")} ${html}`));
}

/** By how many pixels a page is wider than its window. */
export const overflowOf = async (page: Page): Promise<number> =>
  await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } };
    };
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });

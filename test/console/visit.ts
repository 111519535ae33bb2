import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "../runtimes/browser.ts";
import { ADMIN } from "../servers/service.ts";

type Role = "admin" | "manager" | "editor" | "viewer";
const COLLEAGUE = { password: "correct-horse-2", first_name: "Camille", last_name: "Roux" };

/** Signs the admin in, as the form does, or a new colleague of a role: the session is in the cookies of the context. */
async function signIn({ request }: BrowserContext, url: string, role: Role): Promise<void> {
  const send = async (path: string, data: object, headers = {}) => {
    const answer = await request.post(`${url}/api/v1${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as { access_token: string; token: string };
  };
  const { access_token: credential } = await send("/auth/login/json", ADMIN);
  if (role === "admin") return;
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const headers = { authorization: `Bearer ${credential}` };
  const { token } = await send("/settings/users/invite", { email, role }, headers);
  await send("/auth/register", { ...COLLEAGUE, token });
}

/** A page of the console that has drawn its heading and waits for nothing more. */
export async function visit(
  browser: Browser,
  url: string,
  {
    path,
    isOpen = false,
    role = "admin",
    ...options
  }: BrowserContextOptions & { path: string; isOpen?: boolean; role?: Role },
) {
  const opened = await openPage(browser, url, options);
  if (!isOpen) await signIn(opened.page.context(), url, role);
  await opened.page.goto(url + path);
  await opened.page.locator("h1").first().waitFor();
  await opened.page.waitForLoadState("networkidle");
  // The browser reports each answer that is no success, and the page first asks whose session it has.
  if (isOpen) opened.errors = opened.errors.filter((error) => !error.includes("status of 401"));
  return opened;
}

/** Drops a file of a text on the page. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  // By its text: the types of tests know no browser.
  const dropped = await page.evaluateHandle(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    transfer;
  }`);
  await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
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

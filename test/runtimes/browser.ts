import { existsSync } from "node:fs";
import process from "node:process";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const CHROMIUM =
  process.env["CATALOGD_TEST_CHROMIUM"] ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

export async function openBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined)
    throw new Error("No browser: install chromium-headless-shell or set CATALOGD_TEST_CHROMIUM");
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

/**
 * A page that may talk to the service only; what it requests elsewhere, and what goes wrong in it (also what its policy
 * forbids), is stored.
 */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const page = await browser.newPage(options);
  const outside: string[] = [];
  const errors: string[] = [];
  await page.route("**/*", (route) => {
    const address = route.request().url();
    if (address.startsWith(`${url}/`) || address.startsWith("data:")) return route.continue();
    outside.push(address);
    return route.abort();
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return { page, outside, errors };
}

/** Opens the group that an operation of Swagger UI is in, and the operation. */
export async function openOperation(page: Page, operationId: string) {
  const operation = page.locator(`[id$='-${operationId}']`);
  // Groups are closed at first: there are hundreds of operations.
  if ((await operation.count()) === 0) {
    const tag = await page.evaluate((id) => {
      type Spec = { paths: Record<string, Record<string, { operationId: string; tags: string[] }>> };
      const { ui } = globalThis as unknown as { ui: { specSelectors: { specJson(): { toJS(): Spec } } } };
      const operations = Object.values(ui.specSelectors.specJson().toJS().paths).flatMap((item) => Object.values(item));
      return operations.find((each) => each.operationId === id)?.tags[0];
    }, operationId);
    await page.click(`.opblock-tag[data-tag="${tag}"]`);
  }
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".responses-inner").waitFor();
  return operation;
}

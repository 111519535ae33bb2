import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import process from "node:process";
import { type Browser, chromium } from "playwright-core";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";

const CHROMIUM =
  process.env["CATALOGD_TEST_CHROMIUM"] ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
const TEST_MS = 60_000;

let browser: Browser | undefined;
afterAll(() => browser?.close());

/** A page that may talk to the service only; what it asks elsewhere, and what goes wrong in it, is kept. */
async function openPage(url: string) {
  if (CHROMIUM === undefined)
    throw new Error("No browser: install chromium-headless-shell or set CATALOGD_TEST_CHROMIUM");
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const page = await browser.newPage();
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

test(
  "Swagger UI signs in and lists products, without a call to any other machine",
  async () => {
    const service = await startService({ folder: temporaryFolder() });
    const apiKey = await newApiKey(service.url);
    const { page, outside, errors } = await openPage(service.url);

    await page.goto(`${service.url}/docs/api`);
    await page.waitForSelector(".opblock-tag");
    await page.click("button.authorize");
    const keyForm = page.locator(".auth-container", { hasText: "X-API-Key" });
    await keyForm.locator("input").fill(apiKey);
    await keyForm.locator("button.authorize").click();
    await page.click(".btn-done");
    // Families are closed at first: there are hundreds of operations.
    await page.click("#operations-tag-Products");
    const operation = page.locator("[id$='-listProducts']");
    await operation.locator(".opblock-summary-control").click();
    await operation.locator(".try-out__btn").click();
    await operation.locator("button.execute").click();
    const answer = operation.locator(".live-responses-table .response");
    await answer.waitFor();

    expect(await answer.locator(".response-col_status").first().textContent()).toStartWith("200");
    expect(await answer.locator(".microlight").first().textContent()).toContain('"items"');
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
    await service.kill("SIGTERM");
  },
  TEST_MS,
);

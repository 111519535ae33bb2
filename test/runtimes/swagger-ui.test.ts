import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { AUDIENCES } from "../../src/http/describe/documents/audiences.ts";
import { temporaryFolder } from "../cleanup.ts";
import { ADMIN, newApiKey, type StartedService, startService } from "../servers/service.ts";
import { openBrowser, openOperation, openPage } from "./browser.ts";

const TEST_MS = 90_000;

let browser: Browser;
let service: StartedService;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ folder: temporaryFolder() }), openBrowser()]);
}, TEST_MS);
afterAll(async () => {
  await browser?.close();
  await service?.kill("SIGTERM");
});

/** Fills in a form of the dialog "Authorize", found by a word in it. */
async function authorize(page: Page, word: string, fill: (form: Locator) => Promise<void>) {
  await page.click("button.authorize");
  const form = page.locator(".auth-container", { hasText: word });
  await fill(form);
  await form.locator("button.authorize").click();
  // The form says so when the service took it.
  await form.locator("button", { hasText: "Logout" }).waitFor();
  await page.click(".btn-done");
}

/** Tries an operation out; its status and the text of its answer. */
async function execute(page: Page, operationId: string, body?: object) {
  const operation = await openOperation(page, operationId);
  await operation.locator(".try-out__btn").click();
  if (body) await operation.locator("textarea.body-param__text").fill(JSON.stringify(body));
  await operation.locator("button.execute").click();
  const answer = operation.locator(".live-responses-table .response");
  await answer.waitFor();
  return {
    status: (await answer.locator(".response-col_status").first().textContent())?.slice(0, 3),
    text: await answer.locator(".microlight").first().textContent(),
  };
}

test(
  "Swagger UI signs in with e-mail and password, reads and writes, without a call to any other machine",
  async () => {
    const { page, outside, errors } = await openPage(browser, service.url);
    await page.goto(`${service.url}/docs/api`);
    await page.waitForSelector(".opblock-tag");

    await authorize(page, "e-mail", async (form) => {
      // No client's id or secret, and nothing to choose.
      expect(await form.locator("input:visible, select:visible").count()).toBe(2);
      await form.locator("#oauth_username").fill(ADMIN.email);
      await form.locator("#oauth_password").fill(ADMIN.password);
    });
    const created = await execute(page, "createBrand", { name: "Acme" });
    const listed = await execute(page, "listBrands");

    expect(created.status).toBe("201");
    expect([listed.status, listed.text]).toEqual(["200", expect.stringContaining("Acme")]);
    // Who signed in is known to this page only.
    expect(await page.context().cookies()).toEqual([]);
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  },
  TEST_MS,
);

test(
  "it takes an API key, and keeps it while the reader turns to another part",
  async () => {
    const apiKey = await newApiKey(service.url);
    const { page, outside, errors } = await openPage(browser, service.url);
    await page.goto(`${service.url}/docs/api?part=catalog`);
    await page.waitForSelector(".opblock-tag");
    await authorize(page, "X-API-Key", (form) => form.locator("input").fill(apiKey));
    const products = await execute(page, "listProducts");
    await page.click(".parts a[data-part='in-and-out']");
    await page.locator(".info .title", { hasText: "In and out" }).waitFor();
    const imports = await execute(page, "listImports");

    expect([products.status, imports.status]).toEqual(["200", "200"]);
    expect([outside, errors]).toEqual([[], []]);
    await page.close();
  },
  TEST_MS,
);

test(
  "with a key alone it says which operations take a session",
  async () => {
    const apiKey = await newApiKey(service.url);
    const { page } = await openPage(browser, service.url);
    await page.goto(`${service.url}/docs/api?part=catalog`);
    await page.waitForSelector(".opblock-tag");
    await authorize(page, "X-API-Key", (form) => form.locator("input").fill(apiKey));
    await page.click(".parts a[data-part='administration']");
    await page.locator(".info .title", { hasText: "Administration" }).waitFor();
    await (await openOperation(page, "listUsers")).locator(".try-out__btn").click();
    await page
      .locator("#said", { hasText: "listUsers takes your e-mail address and password: give it with Authorize." })
      .waitFor();
    await page.close();
  },
  TEST_MS,
);

test(
  "the examples that it shows work as they stand",
  async () => {
    const apiKey = await newApiKey(service.url);
    const { page, errors } = await openPage(browser, service.url);
    await page.goto(`${service.url}/docs/api?part=catalog`);
    await page.waitForSelector(".opblock-tag");
    await authorize(page, "X-API-Key", (form) => form.locator("input").fill(apiKey));
    const statuses: Record<string, string | undefined> = {};
    for (const id of [
      "createProduct",
      "createBrand",
      "createCategory",
      "createSupplier",
      "createTag",
      "createEntity",
    ]) {
      statuses[id] = (await execute(page, id)).status;
    }

    expect([...new Set(Object.values(statuses)), statuses]).toEqual(["201", statuses]);
    expect(errors).toEqual([]);
    await page.close();
  },
  TEST_MS,
);

test(
  "the sign-in by e-mail is seen first and has the focus, and a wrong password is said in plain words",
  async () => {
    const { page } = await openPage(browser, service.url);
    await page.goto(`${service.url}/docs/api?part=prices`);
    await page.waitForSelector(".opblock-tag");
    await page.click("button.authorize");
    await page.locator("#oauth_username:focus").waitFor();
    expect(await page.locator(".modal-ux-content").evaluate((dialog) => dialog.scrollTop)).toBe(0);

    const form = page.locator(".auth-container", { hasText: "e-mail" });
    await form.locator("#oauth_username").fill(ADMIN.email);
    await form.locator("#oauth_password").fill("not the password");
    await form.locator("button.authorize").click();
    expect(await form.locator(".errors").textContent()).toContain("The e-mail address or the password is wrong.");
    await page.close();
  },
  TEST_MS,
);

test(
  "an opened operation fits on two screens, and what is folded opens",
  async () => {
    const viewport = { width: 1280, height: 900 };
    const { page, errors } = await openPage(browser, service.url, { viewport });
    await page.goto(`${service.url}/docs/api?part=catalog`);
    await page.waitForSelector(".opblock-tag");
    for (const id of ["createBrand", "getProduct", "createProduct"]) {
      const operation = await openOperation(page, id);
      const box = await operation.boundingBox();
      expect([id, (box?.height ?? Number.NaN) <= 2 * viewport.height]).toEqual([id, true]);
    }
    const operation = page.locator("[id$='-createBrand']");
    await operation.locator(".folded", { hasText: "4XX" }).click();
    await operation.locator(".response", { hasText: "error_code" }).waitFor();
    expect(errors).toEqual([]);
    await page.close();
  },
  TEST_MS,
);

test(
  "a search on every part finds an operation of any other, and its link opens it",
  async () => {
    const { page, errors } = await openPage(browser, service.url);
    for (const { id } of AUDIENCES) {
      await page.goto(`${service.url}/docs/api?part=${id}`);
      await page.fill("input[name=q]", "/imports/upload");
      await page.keyboard.press("Enter");
      await page.locator(".hits li:first-child a", { hasText: "uploadImport" }).waitFor();
    }
    await page.locator(".hits a", { hasText: "uploadImport" }).first().click();
    await page.locator(".opblock.is-open [data-path='/api/v1/imports/upload']").waitFor();
    expect(errors).toEqual([]);
    await page.close();
  },
  TEST_MS,
);

test(
  "the framework's older address leads to the page",
  async () => {
    const { page, outside, errors } = await openPage(browser, service.url);
    await page.goto(`${service.url}/internal/swagger`);
    await page.locator(".opblock-tag", { hasText: "Brands" }).first().waitFor();
    expect([outside, errors]).toEqual([[], []]);
    await page.close();
  },
  TEST_MS,
);

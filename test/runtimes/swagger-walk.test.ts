import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { AUDIENCES } from "../../src/http/describe/documents/audiences.ts";
import type { Given, Plans } from "../../src/http/describe/pages/try-out.js";
import { temporaryFolder } from "../cleanup.ts";
import { EXAMPLES_ENV, OPERATOR_KEY, openCaller } from "../examples/caller.ts";
import { AFTER_OTHERS, BY_COOKIE, REFUSED, SETTINGS } from "../examples/story.ts";
import { ADMIN, newApiKey, type StartedService, startService } from "../servers/service.ts";
import { openBrowser, openPage } from "./browser.ts";

// Somebody opens Swagger UI of an empty service, signs in, and presses "Try it out" and "Execute" of every operation.

const TEST_MS = 900_000;
/** What a click or an answer may take. */
const STEP_MS = 60_000;
/**
 * What a page shows makes each click dearer, and it keeps all answers: it has this many operations, and then there is a new
 * one.
 */
const PAGE_OPERATIONS = 40;
/** Each click draws all of it again; the dialog "Authorize" fits in. */
const VIEWPORT = { width: 900, height: 500 };
const SYNC_KEY = "q7Xk2mV9sT4bN8rW1cZ6";

let browser: Browser;
let service: StartedService;
let plans: Plans;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    startService({ folder: temporaryFolder(), env: EXAMPLES_ENV }),
    openBrowser(),
  ]);
  const headers = { "x-operator-key": OPERATOR_KEY };
  plans = (await (await fetch(`${service.url}/docs/api/plans.json`, { headers })).json()) as Plans;
  const call = await openCaller(service);
  // What others need, and no example changes by itself.
  for (const id of SETTINGS) {
    const plan = plans[id];
    if (plan) await call(plan, { body: undefined, ...(plan.given as Given) });
  }
}, TEST_MS);
afterAll(async () => {
  await browser?.close();
  await service?.kill("SIGTERM");
});

/** What a page is made from. */
interface Document {
  paths: Record<string, Record<string, { operationId: string; tags: string[]; "x-example-turn"?: number }>>;
}
interface Shown {
  id: string;
  tag: string;
  turn: number;
}

/** The operations of a document, in the order in which their examples were called. */
const operationsOf = ({ paths }: Document): Shown[] =>
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId: id, tags: [tag = ""], "x-example-turn": turn = 0 }) => ({ id, tag, turn }))
    .filter(({ turn }) => turn > 0)
    .toSorted((one, other) => one.turn - other.turn);

/** Fills in every form of the dialog "Authorize". */
async function signIn(page: Page, apiKey: string) {
  const keys: Record<string, string> = {
    "X-API-Key": apiKey,
    "X-Sync-Key": SYNC_KEY,
    "X-Operator-Key": OPERATOR_KEY,
  };
  await page.click("button.authorize");
  await page.locator(".auth-container").first().waitFor();
  for (const form of await page.locator(".auth-container").all()) {
    const text = (await form.textContent()) ?? "";
    const name = Object.keys(keys).find((each) => text.includes(each));
    if (name) await form.locator("input").fill(keys[name] ?? "");
    else if (text.includes("e-mail")) {
      await form.locator("#oauth_username").fill(ADMIN.email);
      await form.locator("#oauth_password").fill(ADMIN.password);
    } else continue;
    await form.locator("button.authorize").click();
    await form.locator("button", { hasText: "Logout" }).waitFor();
  }
  await page.click(".btn-done");
}

/** Tries an operation out as it stands: the answer's status, and what the page says. */
async function tryOut(page: Page, { id, tag }: Shown) {
  const operation = page.locator(`[id$='-${id}']`);
  if ((await operation.count()) === 0) await page.click(`.opblock-tag[data-tag="${tag}"]`);
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").click();
  await page.locator("#said", { hasText: id }).waitFor();
  await operation.locator("button.execute").click();
  const answer = operation.locator(".live-responses-table .response");
  await answer.waitFor();
  const status = Number((await answer.locator(".response-col_status").first().textContent())?.slice(0, 3));
  const wrong = status < 300 ? "" : await answer.textContent();
  const said = await page.locator("#said").textContent();
  await operation.locator(".opblock-summary-control").click();
  return { status, said: `${said} ${wrong}`.slice(0, 400) };
}

/**
 * What needs a third party says so: 503 where there is none at the address that an example has set. What needs a price that set an
 * alert off cannot be filled in before there is one, or finds none.
 */
const isFine = ({ id }: Shown, status: number): boolean =>
  ([0, 404].includes(status) && AFTER_OTHERS.includes(id)) ||
  (status >= 200 && (status < 300 || ((id in REFUSED || BY_COOKIE.includes(id)) && (status < 500 || status === 503))));

/** What a page fetched from elsewhere, and what it could not do; a refusal is judged with its operation. */
const faultsOf = ({ outside, errors }: Awaited<ReturnType<typeof openPage>>): string[] => [
  ...outside,
  ...errors.filter((error) => !/status of (?:4|503)/.test(error)),
];

/** What a document keeps as it is: values, whose parts may have any name, and the words by which forms of credentials are found. */
const KEPT = new Set(["default", "example", "examples", "securitySchemes"]);

/** The same without the words about it: a page draws all of them again with every click, and no form needs them. */
function wordless(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(wordless);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => name !== "description" || typeof value !== "string")
      .map(([name, value]) => [name, KEPT.has(name) ? value : wordless(value)]),
  );
}

/** Some operations of a document. */
const excerpt = (document: Document, ids: ReadonlySet<string>): unknown => ({
  ...(wordless(document) as Document),
  paths: Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) => {
      const some = Object.entries(item).filter(([, { operationId }]) => ids.has(operationId));
      return some.length > 0 ? [[path, wordless(Object.fromEntries(some))]] : [];
    }),
  ),
});

/** Nothing fades or turns: a third of the browser's work was to draw what moves. */
const STAND_STILL = `
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets = [still];
`;

/** A page of Swagger UI that is signed in, and shows this document of a part. */
async function openPart(part: string, apiKey: string, json: unknown) {
  const opened = await openPage(browser, service.url);
  const { page } = opened;
  await page.setViewportSize(VIEWPORT);
  await page.addInitScript(STAND_STILL);
  await page.route(`**/docs/api/${part}.json`, (route) => route.fulfill({ json }));
  page.setDefaultTimeout(STEP_MS);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(`${service.url}/docs/api?part=${part}`);
  await page.waitForSelector(".opblock-tag");
  await signIn(page, apiKey);
  return opened;
}

test.each(AUDIENCES.map(({ id }) => id))(
  "every operation of the part %s works as it stands",
  async (part) => {
    const apiKey = await newApiKey(service.url);
    const document = (await (await fetch(`${service.url}/docs/api/${part}.json`)).json()) as Document;
    const operations = operationsOf(document);
    const openAt = (from: number) => {
      const ids = operations.slice(from, from + PAGE_OPERATIONS).map(({ id }) => id);
      return openPart(part, apiKey, excerpt(document, new Set(ids)));
    };
    let opened = await openAt(0);
    const wrong: string[] = [];
    let tag = "";
    for (const [index, shown] of operations.entries()) {
      if (index > 0 && index % PAGE_OPERATIONS === 0) {
        wrong.push(...faultsOf(opened));
        await opened.page.close();
        opened = await openAt(index);
        tag = "";
      }
      // Closed groups cost nothing.
      if (tag !== "" && tag !== shown.tag) await opened.page.click(`.opblock-tag[data-tag="${tag}"]`);
      tag = shown.tag;
      const { status, said } = await tryOut(opened.page, shown).catch((error) => ({ status: 0, said: String(error) }));
      if (!isFine(shown, status)) wrong.push(`${shown.id}: ${status} ${said}`);
    }

    expect([...wrong, ...faultsOf(opened)]).toEqual([]);
    expect(operations.length).toBeGreaterThanOrEqual(20);
    await opened.page.close();
  },
  TEST_MS,
);

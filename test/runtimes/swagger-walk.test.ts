import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { AUDIENCES } from "../../src/http/describe/documents/audiences.ts";
import type { Description } from "../../src/http/describe/documents/schemas.ts";
import { partOf } from "../../src/http/describe/documents/shared-parts.ts";
import type { Given, Plans } from "../../src/http/describe/pages/try-out.js";
import { temporaryFolder } from "../cleanup.ts";
import { EXAMPLES_ENV, OPERATOR_KEY, openCaller } from "../examples/caller.ts";
import { AFTER_OTHERS, BY_COOKIE, REFUSED, SETTINGS } from "../examples/story.ts";
import { ADMIN, newApiKey, type StartedService, startService } from "../servers/service.ts";
import { sized } from "../sized.ts";
import { openBrowser, openPage } from "./browser.ts";

// Somebody opens Swagger UI, signs in, and presses "Try it out" and "Execute" of every operation: with a session and no API key,
// or with an API key alone.

const TEST_MS = 900_000;
/** What a click or an answer may take. */
const STEP_MS = 60_000;
/** Each click draws all of it again; the dialog "Authorize" fits in. */
const VIEWPORT = { width: 900, height: 500 };
const SYNC_KEY = "q7Xk2mV9sT4bN8rW1cZ6";
const PRESS = join(import.meta.dir, "press.js");
const WAYS = ["a session", "an API key"] as const;
type Way = (typeof WAYS)[number];

let browser: Browser;
let service: StartedService;
let apiKey: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    startService({ folder: temporaryFolder(), env: EXAMPLES_ENV }),
    openBrowser(),
  ]);
  const headers = { "x-operator-key": OPERATOR_KEY };
  const plans = (await (await fetch(`${service.url}/docs/api/plans.json`, { headers })).json()) as Plans;
  const call = await openCaller(service);
  // What others need, and no example changes by itself.
  for (const id of SETTINGS) {
    const plan = plans[id];
    if (plan) await call(plan, { body: undefined, ...(plan.given as Given) });
  }
  apiKey = await newApiKey(service.url);
}, TEST_MS);
afterAll(async () => {
  await browser?.close();
  await service?.kill("SIGTERM");
});

interface Shown {
  id: string;
  tag: string;
  turn: number;
  /** What it can be called with, by name; nothing for what anybody may call. */
  credentials: string[];
}

/** The operations of a document, in the order in which their examples were called. */
const operationsOf = ({ paths = {} }: Description): Shown[] =>
  Object.values(paths)
    .flatMap((item) => Object.values(item ?? {}) as Record<string, unknown>[])
    .map(({ operationId, tags, security, "x-example-turn": turn }) => ({
      id: String(operationId),
      tag: String(Object(tags)[0]),
      turn: Number(turn),
      credentials: (security as object[]).flatMap((each) => Object.keys(each)),
    }))
    .filter(({ turn }) => turn > 0)
    .toSorted((one, other) => one.turn - other.turn);

/** The credential of each way, as the document calls it. */
const CREDENTIAL: Record<Way, string> = { "a session": "signIn", "an API key": "apiKeyAuth" };

/** Whether it takes a session or a key; what takes neither is called by the first way. */
const isOfPeople = ({ credentials }: Shown) => Object.values(CREDENTIAL).some((each) => credentials.includes(each));

/** Whether the document says that it can be called this way. */
const takes = (way: Way, shown: Shown) => shown.credentials.includes(CREDENTIAL[way]) || !isOfPeople(shown);

/**
 * Which of these operations are tried this way: in CI those of every second group with an API key, and those of the others, and
 * what a key cannot call, with a session; all at full size. What neither is asked for is called by the first way.
 */
function triedBy(way: Way, operations: readonly Shown[]): Shown[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const [session, key] = WAYS;
  const isByKey = ({ tag }: Shown) => tags.indexOf(tag) % 2 === 1;
  const isIts = (shown: Shown) => (way === key ? isByKey(shown) : !isByKey(shown) || !takes(key, shown));
  return operations.filter((shown) => (isOfPeople(shown) ? sized(isIts(shown), true) : way === session));
}

/** Fills in the forms of the dialog "Authorize" that this way has; those of robots and the operator are beside it. */
async function signIn(page: Page, way: Way) {
  const keys: Record<string, string> = {
    "X-Sync-Key": SYNC_KEY,
    "X-Operator-Key": OPERATOR_KEY,
    ...(way === "an API key" && { "X-API-Key": apiKey }),
  };
  await page.click("button.authorize");
  await page.locator(".auth-container").first().waitFor();
  for (const form of await page.locator(".auth-container").all()) {
    const text = (await form.textContent()) ?? "";
    const name = Object.keys(keys).find((each) => text.includes(each));
    if (name) await form.locator("input").fill(keys[name] ?? "");
    else if (way === "a session" && text.includes("e-mail")) {
      await form.locator("#oauth_username").fill(ADMIN.email);
      await form.locator("#oauth_password").fill(ADMIN.password);
    } else continue;
    await form.locator("button.authorize").click();
    await form.locator("button", { hasText: "Logout" }).waitFor();
  }
  await page.click(".btn-done");
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

/** Nothing fades or turns: a third of the browser's work was to draw what moves. */
const STAND_STILL = `
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets = [still];
`;

/** A page of Swagger UI that is signed in. */
async function openPart(part: string, way: Way) {
  const opened = await openPage(browser, service.url);
  const { page } = opened;
  await page.setViewportSize(VIEWPORT);
  await page.addInitScript(STAND_STILL);
  await page.addInitScript({ path: PRESS });
  page.setDefaultTimeout(STEP_MS);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(`${service.url}/docs/api?part=${part}`);
  await page.waitForSelector(".opblock-tag");
  await signIn(page, way);
  return opened;
}

/** What a document keeps as it is: values, whose parts may have any name, and the words by which forms of credentials are found. */
const KEPT = new Set(["default", "example", "examples", "securitySchemes"]);

/** The same without what is drawn of words and answers with every click, and no form needs: of an answer its types are left. */
function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => {
      if (name === "description" && typeof value === "string") return [];
      return [[name, name === "responses" ? typesOnly(value) : KEPT.has(name) ? value : bare(value)]];
    }),
  );
}

const typesOnly = (responses: Record<string, { content?: object }>) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { content = {} }]) => [
      status,
      { description: "", content: Object.fromEntries(Object.keys(content).map((type) => [type, {}])) },
    ]),
  );

/** A document with one operation: what a page shows, it draws again with each click. */
const only = (id: string, document: Description) => {
  const { components, ...rest } = partOf(document, ({ operationId }) => operationId === id);
  // The dialog's forms are those of the whole part.
  return { ...rest, components: { ...components, securitySchemes: document.components?.securitySchemes } };
};

interface InPage {
  ui: { specActions: { updateJsonSpec(json: unknown): void } };
  press(shown: Shown, patienceMs: number, isCalled: boolean): Promise<{ status: number; said: string }>;
}

/** Tries an operation out as it stands; only fills it in where it cannot be called this way. */
const tryOut = (page: Page, shown: Shown, document: Description, isCalled: boolean) =>
  page
    .evaluate(
      ({ shown, json, patienceMs, isCalled }) => {
        const { ui, press } = globalThis as unknown as InPage;
        ui.specActions.updateJsonSpec(json);
        return press(shown, patienceMs, isCalled);
      },
      { shown, json: only(shown.id, document), patienceMs: STEP_MS, isCalled },
    )
    .catch((error) => ({ status: 0, said: String(error) }));

/** What is wrong with an operation; nothing as a rule. */
async function wrongWith(page: Page, way: Way, shown: Shown, document: Description): Promise<string[]> {
  const isCalled = takes(way, shown);
  const { status, said } = await tryOut(page, shown, document, isCalled);
  const isRight = isCalled ? isFine(shown, status) : said.includes("with Authorize");
  return isRight ? [] : [`${shown.id}: ${status} ${said}`];
}

test.each(AUDIENCES.flatMap(({ id }) => WAYS.map((way) => ({ part: id, way }))))(
  "every operation of the part $part works as it stands with $way alone, or says what it takes",
  async ({ part, way }) => {
    const document = (await (await fetch(`${service.url}/docs/api/${part}.json`)).json()) as Description;
    const drawn = bare(document) as Description;
    const operations = operationsOf(document);
    const opened = await openPart(part, way);
    const wrong: string[] = [];
    for (const shown of triedBy(way, operations)) {
      wrong.push(...(await wrongWith(opened.page, way, shown, drawn)));
    }

    expect([...wrong, ...faultsOf(opened)]).toEqual([]);
    expect(operations.length).toBeGreaterThanOrEqual(20);
    await opened.page.close();
  },
  TEST_MS,
);

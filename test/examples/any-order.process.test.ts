import { afterAll, expect, test } from "bun:test";
import { type Given, openTryOut, type Plans } from "../../src/http/describe/pages/try-out.js";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";
import { EXAMPLES_ENV, OPERATOR_KEY, openCaller } from "./caller.ts";
import { AFTER_OTHERS, BY_COOKIE, REFUSED, SETTINGS } from "./story.ts";

const isGoing = (id: string) => plans[id]?.method === "DELETE" || id === "deleteAllProducts";

// Somebody opens any operation of the page with Swagger UI, presses "Try it out" and "Execute".

const TEST_MS = 240_000;

const service = await startService({ folder: temporaryFolder(), env: EXAMPLES_ENV });
afterAll(() => service.kill("SIGTERM"));
const headers = { "x-operator-key": OPERATOR_KEY };
const plans = (await (await fetch(`${service.url}/docs/api/plans.json`, { headers })).json()) as Plans;
/** What goes, last. */
const inOrder = Object.keys(plans).toSorted((one, other) => Number(isGoing(one)) - Number(isGoing(other)));
const call = await openCaller(service);
const PATIENCE_MS = 30_000;

const send = (id: string, { path, query, body }: Given, patience = 0) => {
  const plan = plans[id];
  if (!plan) throw new Error(`There is no operation ${id}`);
  return call(plan, { path, query, body }, patience);
};

const given = (filled: Given | undefined): Given => filled ?? { path: {}, query: {} };

/** What is wrong with an operation's example, for somebody who opens the page and tries it out; nothing as a rule. */
async function tried(id: string): Promise<string[]> {
  const page = openTryOut({ plans, send, agree: () => true, pause: 20, patience: 60_000 });
  const given = await page.fill(id).catch(String);
  if (typeof given !== "object") return [`${id} cannot be filled in: ${given}`];
  const { status, body } = await send(id, given, plans[id]?.method === "GET" ? PATIENCE_MS : 0);
  return status < 300 ? [] : [`${id}: ${status} ${JSON.stringify(body).slice(0, 300)}`];
}

test(
  "each operation's example works by itself, after any other call",
  async () => {
    for (const id of SETTINGS) await send(id, plans[id]?.given ?? { path: {}, query: {} });
    const wrong: string[] = [];
    const left = [...Object.keys(REFUSED), ...BY_COOKIE, ...AFTER_OTHERS, "logout"];
    for (const id of inOrder) if (!left.includes(id)) wrong.push(...(await tried(id)));
    expect(wrong).toEqual([]);
    expect(inOrder.length).toBeGreaterThan(450);
  },
  TEST_MS,
);

test(
  "what the reader has just made can be deleted on the same page",
  async () => {
    const wrong: string[] = [];
    const deletions = Object.entries(plans).filter(([id, { method }]) => method === "DELETE" && !(id in REFUSED));
    for (const [id, { from }] of deletions) {
      const page = openTryOut({ plans, send, agree: () => true, pause: 20, patience: 60_000 });
      const makers = Object.values(from).flatMap((source) => source.split("#/").slice(0, 1));
      try {
        for (const maker of makers) page.note(maker, (await send(maker, given(await page.fill(maker)))).body);
        const { status, body } = await send(id, given(await page.fill(id)));
        if (status >= 300) wrong.push(`${id}: ${status} ${JSON.stringify(body)}`);
      } catch (error) {
        wrong.push(`${id}: ${error}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(deletions.length).toBeGreaterThan(40);
  },
  TEST_MS,
);

test("a read shows what there is, nothing is made without the reader's word, and no write touches what is there", async () => {
  const sent: string[] = [];
  const noting = (id: string, given: Given) => {
    sent.push(id);
    return send(id, given);
  };
  const { body: made } = await send("createBrand", { path: {}, query: {}, body: { name: "A brand of the reader" } });
  const requests: string[][] = [];
  const agree = (operations: string[]) => {
    requests.push(operations);
    return requests.length > 1;
  };
  const page = openTryOut({ plans, send: noting, agree });

  expect(typeof (await page.fill("getBrand"))?.path["brand_id"]).toBe("string");
  expect(sent).toEqual(["listBrands"]);
  expect(await page.fill("updateBrand")).toBeUndefined();
  expect(sent).toEqual(["listBrands"]);
  const own = (await page.fill("deleteBrand"))?.path["brand_id"];
  expect(own).not.toBe(Object(made).id);
  expect(requests).toEqual([["createBrand"], ["createBrand"]]);
  expect(sent).toEqual(["listBrands", "createBrand"]);
});

import { expect, test } from "bun:test";
import { preview } from "../../workers/connectors/preview.ts";
import { test as testConnector } from "../../workers/connectors/test.ts";
import { type Call, NO_ROUTE, openShelf } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { newEan } from "../products/given.ts";
import { EVERY, openEvery } from "./every-platform.ts";

const TOKEN = "very-secret-fetched-token";
const ROUNDS = 12;
const redacted: string[] = [];

/** Whole numbers below a bound, the same each time. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const half = (text: string) => text.slice(0, Math.ceil(text.length / 2));
const formsOf = (secret: string) => [secret, base64(secret), half(secret), secret.slice(half(secret).length)];

/** What a double answers; one that knows no such request has no such address. */
function answerOf(own: (call: Call) => Reply, call: Call): Reply {
  try {
    return own(call);
  } catch (error) {
    if (error instanceof SyntaxError) return NO_ROUTE;
    throw error;
  }
}

/** A copy of JSON in which some texts and numbers are replaced by this. */
function laced(json: unknown, isHere: () => boolean, put: () => string): unknown {
  if (Array.isArray(json)) return json.map((each) => laced(each, isHere, put));
  if (typeof json === "object" && json !== null)
    return Object.fromEntries(Object.entries(json).map(([name, each]) => [name, laced(each, isHere, put)]));
  return (typeof json === "string" || typeof json === "number") && isHere() ? put() : json;
}

const OPERATIONS = ["push-products", "push-stock", "push-prices", "pull-products", "pull-orders"] as const;

test.each(EVERY)("%s: credentials in answers that look good are shown nowhere", async (id, platform) => {
  const number = numbersFrom(1);
  const own = platform.answer(openShelf());
  const secrets: string[] = [];
  let isLaced = false;
  const some = <T>(all: readonly T[]): T => all[number(all.length)] ?? expect.unreachable();
  const { there, tenant, connector, path, sync, credentials } = await openEvery(platform, {
    hasOwnSecrets: true,
    answer: (call) => {
      if (platform.isToken?.(call)) return { json: { access_token: TOKEN, expires_in: 3_600 } };
      const reply = answerOf(own, call);
      if (!isLaced || !reply) return reply;
      const isHere = () => number(6) === 0;
      const put = () => some(formsOf(some(secrets)));
      if (reply.json !== undefined) return { ...reply, json: laced(reply.json, isHere, put) };
      return { ...reply, text: reply.text?.replaceAll(/>[^<>]+</g, (held) => (isHere() ? `>${put()}<` : held)) ?? "" };
    },
  });
  secrets.push(...Object.values(credentials).filter((value) => value.startsWith("very-secret")));
  if (platform.isToken) secrets.push(TOKEN);
  await tenant.post(
    "/appsync/products/sync",
    [1, 2, 3].map((each) => ({ name: "Lamp", reference: `SKU-${each}`, ean: newEan(), price_ttc: 12.5, stock: 3 })),
  );
  await sync("push-products");
  isLaced = true;
  const { signal } = new AbortController();
  const said: unknown[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    said.push(await testConnector(there, tenant.id, { id: connector.id }, signal));
    said.push(await preview(there, tenant.id, { connectorId: connector.id, isForced: true, after: 0 }, signal));
    for (const operation of OPERATIONS) said.push(await sync(operation, { force: true }));
  }
  const lists = [path, ...["jobs", "webhooks", "orders", "unknown-skus"].map((each) => `${path}/${each}`)];
  for (const address of [...lists, "/decisions", "/products?per_page=100"]) said.push((await tenant.get(address)).body);
  const text = JSON.stringify(said);
  const shown = [...new Set(secrets.flatMap(formsOf))].filter((form) => text.includes(form));
  expect(shown.map((form) => text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + 40))).toEqual([]);
  if (text.includes("********")) redacted.push(id);
});

test("most platforms were shown something that had to be left out", () => {
  expect(redacted.length).toBeGreaterThan(10);
});

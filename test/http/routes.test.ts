import { expect, test } from "bun:test";
import { gateFactsOf } from "../../src/http/describe/documents/operations.ts";
import { app, send } from "../harness.ts";

const routes = app.routes.filter(({ path }) => path.startsWith("/api/v1/"));
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);
/** Without a key in the whole instance these are 409: `test/price-monitor`. */
const isOfScraper = (route: (typeof routes)[number]) => gateFactsOf(route)?.policy.credential === "sync_key";
const guarded = named.filter(([, route]) => gateFactsOf(route)?.policy.credential !== "none" && !isOfScraper(route));
const shown = named.filter(([, { hooks }]) => !hooks.detail?.hide);

test.each(named)("%s has a policy", (_, route) => {
  expect(gateFactsOf(route)?.policy.tier).toBeString();
});

test.each(guarded)("D1-120 %s refuses a stranger before anything else", async (_, { method, path }) => {
  const { status, headers, body } = await send(method, path.slice("/api/v1".length).replaceAll(/:\w+/g, "x"));

  expect(status).toBe(401);
  expect(headers.get("www-authenticate")).toBe("Bearer");
  expect(JSON.stringify(body)).toContain("AUTHENTICATION_REQUIRED");
});

test.each(guarded)("%s is open to sessions by permission and to keys by scope", (_, route) => {
  const policy = gateFactsOf(route)?.policy;
  if (policy?.credential === "none" || policy?.credential === undefined) throw new Error("not guarded");
  // A right is left out only where any valid credential will do.
  if (policy.permission && policy.credential === "any") expect(policy.scope).toBeString();
  if (policy.scope && policy.credential === "any") expect(policy.permission).toBeString();
  if (policy.credential === "session") expect(policy.scope).toBeUndefined();
});

test.each(shown)("%s says what it does and answers", (_, route) => {
  const { detail } = route.hooks;

  expect(detail?.operationId).toMatch(/^[a-z]+[A-Za-z]+$/);
  expect(detail?.summary).toBeString();
  expect(detail?.tags?.length).toBeGreaterThan(0);
  expect(gateFactsOf(route)?.schemas.response).toBeDefined();
});

test.each(named.filter(([name]) => name.includes(":")))("%s declares its path parameters", (_, route) => {
  const declared: unknown = gateFactsOf(route)?.schemas.params?.["properties"];

  expect(Object.keys(declared ?? {}).toSorted()).toEqual(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name).toSorted(),
  );
});

test("no two routes have one operation id", () => {
  const ids = shown.map(([, { hooks }]) => hooks.detail?.operationId);

  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

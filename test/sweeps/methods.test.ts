import { expect, test } from "bun:test";
import { OPERATIONS } from "./operations.ts";
import { requestOf, rightsOf, seededTenant, sendRaw, urlOf } from "./world.ts";

const tenant = await seededTenant("qzmethodqz");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Paths that are a thing of another path too, whose parameter is a free text: that method is not wrong. */
const FREE_TEXT = ["/appsync/products/{ref}"];
const isFreeText = (method: string, path: string) =>
  FREE_TEXT.some((each) => {
    const pattern = new RegExp(`^${each.replace(/\{\w+\}/, "[^/]+")}$`);
    return pattern.test(path) && OPERATIONS.some((other) => other.path === each && other.method === method);
  });

const wrong = [...new Set(OPERATIONS.map(({ path }) => path))].flatMap((path) => {
  const known = OPERATIONS.filter((each) => each.path === path);
  const methods = known.map(({ method }) => method);
  return METHODS.filter((method) => !methods.includes(method) && !isFreeText(method, path)).map(
    (method) => [`${method} ${path}`, method, known] as const,
  );
});

test.each(wrong)("S8.9 %s is 405 and says what the path takes", async (_, method, known) => {
  const [operation] = known;
  if (!operation) throw new TypeError("A path without an operation");
  const url = urlOf(operation, requestOf(operation, tenant));
  // Another route of the same path may ask for another key.
  const scraped = operation.credential === "sync_key" ? { "x-api-key": tenant.apiKey } : {};
  const keys = { ...scraped, ...(await rightsOf(operation, tenant)) };
  const credential = { ...keys, "content-type": "application/json" };

  const answer = await sendRaw(method, url, credential, method === "GET" ? undefined : "{}");

  expect([answer.status, answer.text]).toEqual([405, expect.stringContaining("METHOD_NOT_ALLOWED")]);
  const allowed = answer.headers.get("allow")?.split(", ");
  expect(allowed).toEqual(expect.arrayContaining(known.map((each) => each.method)));
});

const paths = [...new Set(OPERATIONS.map(({ path }) => path))];
test.each(paths)("issue 16: OPTIONS %s is 204 and says what the path takes", async (path) => {
  const known = OPERATIONS.filter((each) => each.path === path);
  const [operation] = known;
  if (!operation) throw new TypeError("A path without an operation");
  const answer = await sendRaw("OPTIONS", urlOf(operation, requestOf(operation, tenant)), {});

  expect([answer.status, answer.text]).toEqual([204, ""]);
  const allowed = answer.headers.get("allow")?.split(", ");
  expect(allowed).toEqual(expect.arrayContaining([...known.map((each) => each.method), "OPTIONS"]));
  expect(allowed?.includes("HEAD")).toBe(allowed?.includes("GET"));
});

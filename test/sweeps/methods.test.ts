import { expect, test } from "bun:test";
import { OPERATIONS, type Operation } from "./operations.ts";
import { type Answer, requestOf, rightsOf, seededTenant, sendRaw, urlOf } from "./world.ts";

const tenant = await seededTenant("qzmethodqz");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Paths that are a resource of another path too, whose parameter is a free text: that method is not wrong. */
const FREE_TEXT = ["/appsync/products/{ref}"];
const isFreeText = (method: string, path: string) =>
  FREE_TEXT.some((each) => {
    const pattern = new RegExp(`^${each.replace(/\{\w+\}/, "[^/]+")}$`);
    return pattern.test(path) && OPERATIONS.some((other) => other.path === each && other.method === method);
  });

const paths = Object.entries(Object.groupBy(OPERATIONS, ({ path }) => path)).flatMap(([path, known = []]) => {
  const [operation] = known;
  return operation ? [{ path, operation, methods: known.map(({ method }) => method) }] : [];
});

/** Sends a method to a path with all its rights. */
async function request(operation: Operation, method: string): Promise<Answer> {
  // Another route of the same path may ask for another key.
  const scraped = operation.credential === "sync_key" ? { "x-api-key": tenant.apiKey } : {};
  const keys = { ...scraped, ...(await rightsOf(operation, tenant)) };
  const headers = { ...keys, "content-type": "application/json" };
  return sendRaw(method, urlOf(operation, requestOf(operation, tenant)), headers, method === "GET" ? undefined : "{}");
}

/** What is wrong with an answer that should say what a path takes. */
function faultsOf(requests: string, isRight: boolean, { status, text, headers }: Answer, methods: string[]): string[] {
  const allowed = headers.get("allow")?.split(", ") ?? [];
  if (isRight && methods.every((each) => allowed.includes(each))) return [];
  return [`${requests}: ${status}, Allow: ${allowed.join(", ")}; ${text}`];
}

test("S8.9 a method that a path does not take is 405 and says what the path takes", async () => {
  const faults: string[] = [];
  let requests = 0;
  for (const { path, operation, methods } of paths) {
    for (const method of METHODS.filter((each) => !methods.includes(each) && !isFreeText(each, path))) {
      const answer = await request(operation, method);
      const isRight = answer.status === 405 && answer.text.includes("METHOD_NOT_ALLOWED");
      faults.push(...faultsOf(`${method} ${path}`, isRight, answer, methods));
      requests++;
    }
  }
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(1_000);
});

test("OPTIONS of every path is 204 and says what the path takes", async () => {
  const faults: string[] = [];
  for (const { path, operation, methods } of paths) {
    const answer = await sendRaw("OPTIONS", urlOf(operation, requestOf(operation, tenant)), {});
    const allowed = answer.headers.get("allow")?.split(", ");
    const isRight =
      answer.status === 204 && answer.text === "" && allowed?.includes("HEAD") === allowed?.includes("GET");
    faults.push(...faultsOf(`OPTIONS ${path}`, isRight, answer, [...methods, "OPTIONS"]));
  }
  expect(faults).toEqual([]);
  expect(paths.length).toBeGreaterThan(300);
});

import { expect, test } from "bun:test";
import { CatalogdError, eachItem, sender } from "../../src/http/describe/client/runtime.ts";

type Answer = [status: number, body: unknown, headers?: Record<string, string>];

/** Calls that get these answers in turn, and the requests that were made. */
function answering(...answers: Answer[]) {
  const requests: Request[] = [];
  const send = sender({
    baseUrl: "http://catalogd.test/",
    apiKey: "pm_test_1",
    language: "fr",
    fetch: async (request) => {
      requests.push(request);
      const [status, body, headers] = answers.shift() ?? [500, {}];
      return Response.json(body, { status, ...(headers && { headers }) });
    },
  });
  return { send, requests };
}

const refused = async (...answer: Answer): Promise<CatalogdError> => {
  const error = await answering(answer)
    .send("POST", "/x", {})
    .catch((reason: unknown) => reason);
  if (!(error instanceof CatalogdError)) throw new Error("It was not refused");
  return error;
};

test.each([
  [
    409,
    { error: { code: 409, error_code: "DUPLICATE_EAN", message: "Taken", request_id: "r1", details: { a: 1 } } },
    "DUPLICATE_EAN",
    "Taken",
  ],
  [403, { detail: "No token", error_type: "csrf_validation_error", debug: {} }, "CSRF_VALIDATION_ERROR", "No token"],
  [403, { detail: "Off", code: "MODULE_DISABLED", module_id: "ext_api" }, "MODULE_DISABLED", "Off"],
  [
    429,
    { error: "rate_limit_exceeded", message: "Slow down", detail: "10 per minute", retry_after: 3 },
    "RATE_LIMIT_EXCEEDED",
    "Slow down",
  ],
  [404, { success: false, data: null, meta: {}, errors: ["NOT_FOUND: ean: Unknown"] }, "NOT_FOUND", "ean: Unknown"],
  [
    422,
    { success: false, code: 422, message: "Wrong", data: null, count: 0, error_code: "VALIDATION_FAILED" },
    "VALIDATION_FAILED",
    "Wrong",
  ],
  [502, "Bad gateway", "HTTP_502", "The service answered 502"],
])("%d %j is an error with a code and a message", async (status, body, code, message) => {
  const error = await refused(status, body, { "x-request-id": "r1", "retry-after": "3" });
  expect(error).toMatchObject({ status, code, requestId: "r1", retryAfterSeconds: 3, body });
  expect(error.message).toBe(`${message} (${status} ${code}, request r1)`);
});

test("a problem of a field is found by its name", async () => {
  const details = [{ field: "price", message: "Too low", type: "out_of_range" }];
  const error = await refused(422, { error: { error_code: "VALIDATION_FAILED", message: "Wrong", details } });
  expect(error.fields).toEqual(details);
  expect(String(error)).toBe("CatalogdError: Wrong: price: Too low (422 VALIDATION_FAILED)");
});

test("a call sends its query, body, credential, language and conditions", async () => {
  const { send, requests } = answering([200, { ok: true }]);
  const options = { idempotencyKey: "k", ifMatch: '"1"' };
  const query = { ids: ["a", "b"], page: 2, absent: undefined };
  expect(await send<{ ok: boolean }>("PUT", "/api/v1/x", { query, body: { a: 1 }, options })).toEqual({ ok: true });

  const [request] = requests;
  expect([request?.method, request?.url]).toEqual(["PUT", "http://catalogd.test/api/v1/x?ids=a&ids=b&page=2"]);
  expect(Object.fromEntries(request?.headers.entries() ?? [])).toMatchObject({
    "x-api-key": "pm_test_1",
    "accept-language": "fr",
    "idempotency-key": "k",
    "if-match": '"1"',
    "content-type": "application/json",
  });
  expect(await request?.json()).toEqual({ a: 1 });
});

test("a form has files and plain values", async () => {
  const { send, requests } = answering([200, {}]);
  const file = new File(["a;b"], "list.csv");
  await send("POST", "/x", { form: { file, dry_run: true, mapping: { a: "name" }, absent: undefined } });

  const form = await requests[0]?.formData();
  expect(Array.from(form?.keys() ?? [])).toEqual(["file", "dry_run", "mapping"]);
  expect(form?.get("file")).toMatchObject({ name: "list.csv" });
  expect([form?.get("dry_run"), form?.get("mapping")]).toEqual(["true", '{"a":"name"}']);
});

const AT_ONCE = { "retry-after": "0" };

test("what can be repeated safely is repeated after 429 and 503, and nothing else", async () => {
  const busy: Answer = [503, {}, AT_ONCE];
  const read = answering(busy, [429, {}, AT_ONCE], [200, { done: true }]);
  expect(await read.send<unknown>("GET", "/x", {})).toEqual({ done: true });
  const keyed = answering(busy, [200, { done: true }]);
  expect(await keyed.send<unknown>("POST", "/x", { options: { idempotencyKey: "k" } })).toEqual({ done: true });

  const write = answering(busy, [200, {}]);
  expect(await write.send("POST", "/x", {}).catch((error: CatalogdError) => error.status)).toBe(503);
  const wrong = answering([500, {}], [200, {}]);
  expect(await wrong.send("GET", "/x", {}).catch((error: CatalogdError) => error.status)).toBe(500);
  expect([read, keyed, write, wrong].map(({ requests }) => requests.length)).toEqual([3, 2, 1, 1]);
});

test("all pages are read by their cursors, everywhere", async () => {
  const pages = [
    { items: [1, 2], next_cursor: "b" },
    { data: [3], meta: { next_cursor: "c" } },
    { items: [4], meta: { next_cursor: null } },
  ];
  const cursors: (string | undefined)[] = [];
  const read = async (cursor: string | undefined) => {
    cursors.push(cursor);
    return pages.shift() ?? { items: [] };
  };
  expect(await Array.fromAsync(eachItem<number>(read))).toEqual([1, 2, 3, 4]);
  expect(cursors).toEqual([undefined, "b", "c"]);
});

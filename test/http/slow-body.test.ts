import { afterAll, expect, test } from "bun:test";
import { readBody } from "../../src/http/input/body.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import { ERRORS } from "../../src/http/output/faults/error-codes.ts";
import { untilClosed } from "./until-closed.ts";

/** Reads JSON with hardly any patience, and answers with what the error says. */
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    try {
      const { value } = await readBody(request, "application/json", { maxBytes: 100 }, { patienceSeconds: 0.05 });
      return Response.json(value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return new Response(error.message, { status: ERRORS[error.code].status, headers: error.options.headers ?? {} });
    }
  },
});
afterAll(() => server.stop(true));

test.each([
  ["a body that stops halfway", 'content-length: 20\r\n\r\n{"half'],
  ["one of unknown length", 'transfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n'],
])("%s is answered 408, and its connection closed", async (_, rest) => {
  const answer = await untilClosed(
    server.port,
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`,
  );
  expect(answer).toStartWith("HTTP/1.1 408 ");
  expect(answer.toLowerCase()).toContain("connection: close");
  expect(answer).toEndWith("The request body was not received within 1 seconds");
});

test("a body that is there is read", async () => {
  const response = await fetch(server.url, { method: "POST", body: '{"a":1}' });
  expect([response.status, await response.json()]).toEqual([200, { a: 1 }]);
});

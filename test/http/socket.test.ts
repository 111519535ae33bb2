import { afterAll, describe, expect, test } from "bun:test";
import { principal, testApp } from "./test-app.ts";
import { untilClosed } from "./until-closed.ts";

const { app, callers } = testApp();
callers.keys.set("pm_live_socket", principal());
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", maxRequestBodySize: 1024 ** 4, fetch: app.fetch });
afterAll(() => server.stop(true));

const url = `http://127.0.0.1:${server.port}/api/v1/things`;
const headers = { "x-api-key": "pm_live_socket", "content-type": "application/json" };
const item = JSON.stringify({ name: "a" });
const MIB = 1024 * 1024;

/** A body of unknown length, in pieces. */
const pieces = (count: number, piece: string) =>
  new ReadableStream({
    start(controller) {
      for (let index = 0; index < count; index++) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

describe("over a socket", () => {
  test("S8.9 a body over 1 MiB answers 413 in the envelope", async () => {
    const response = await fetch(url, { method: "POST", headers, body: `{"name":"${"x".repeat(MIB)}"}` });
    const body = JSON.parse(await response.text());

    expect(response.status).toBe(413);
    expect(body.error).toMatchObject({ error_code: "PAYLOAD_TOO_LARGE", type: "http_error", details: { limit: MIB } });
  });

  test("S8.9 so does one of unknown length", async () => {
    const response = await fetch(url, { method: "POST", headers, body: pieces(20, " ".repeat(100_000)) });

    expect(response.status).toBe(413);
  });

  test("a route's own limit holds", async () => {
    const many = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ name: "a" })));
    const send = async (body: string) => (await fetch(`${url}/bulk`, { method: "POST", headers, body })).status;

    expect(await send(many(100))).toBe(200);
    expect(await send(`${many(100)}${" ".repeat(4096)}`)).toBe(413);
  });

  test("a body in chunks is read whole", async () => {
    const response = await fetch(url, { method: "POST", headers, body: pieces(1, item) });

    expect([response.status, await response.json()]).toEqual([201, { name: "a", stock: 0 }]);
  });

  test("a stranger is refused before the body is read", async () => {
    const answer = await untilClosed(
      server.port,
      `POST /api/v1/things HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"name":"a`,
    );

    expect(answer).toContain("401");
    expect(answer.toLowerCase()).toContain("www-authenticate: bearer");
  });

  test("204 and 304 have no body", async () => {
    const path = `${url}/11111111-1111-4111-8111-111111111111`;
    const deleted = await fetch(path, { method: "DELETE", headers });
    const known = await fetch(path, { headers: { ...headers, "if-none-match": '"7~en"' } });

    expect([deleted.status, await deleted.text(), known.status, await known.text()]).toEqual([204, "", 304, ""]);
  });
});

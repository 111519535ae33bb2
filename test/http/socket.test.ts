import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { principal, testApp } from "./test-app.ts";
import { untilClosed } from "./until-closed.ts";

const { app, callers, lines, withKey } = testApp();
const client = withKey();
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

  test.each([
    ["Latin-1", [0xe9]],
    ["half a character", [0xc3]],
    ["half of a pair", [0xed, 0xa0, 0xbd]],
  ])("S2.1 a body that is %s and not UTF-8 answers 422 json_invalid", async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"caf'), Buffer.from(bytes), Buffer.from('"}')]);
    for (const sent of [body, new Blob([body]).stream()]) {
      const response = await fetch(url, { method: "POST", headers, body: sent });
      const { error } = JSON.parse(await response.text());
      expect([response.status, error.details]).toEqual([
        422,
        [{ field: "body", type: "json_invalid", message: "The body is not valid UTF-8; send it encoded as UTF-8" }],
      ]);
    }
  });

  test.each([["iso-8859-1"], ['"windows-1252"'], ["utf-16"]])("refuses the charset %s with 415", async (charset) => {
    const type = { "content-type": `application/json; charset=${charset}` };
    const { status, body } = await client.post("/things", '{"name":"a"}', type);

    expect([status, body.error.error_code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  test.each([["utf-8"], ["UTF-8"], ['"utf8"']])("takes the charset %s", async (charset) => {
    const type = { "content-type": `application/json; charset=${charset}` };
    expect((await client.post("/things", '{"name":"é"}', type)).body.name).toBe("é");
  });

  test("a body that breaks off is the caller's fault, in the log too", async () => {
    const before = lines.length;
    for (const sent of ["content-length: 100\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n4\r\n{"]) {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port ?? 0, "127.0.0.1", () => {
          const head = `POST /api/v1/things HTTP/1.1\r\nhost: a\r\nx-api-key: pm_live_socket\r\n`;
          socket.write(`${head}content-type: application/json\r\n${sent}`);
          setTimeout(() => socket.destroy(), 50);
        });
        socket.on("close", () => resolve());
      });
    }
    while (lines.length < before + 2) await Bun.sleep(5);
    const reported = lines.slice(before).map(({ status, error }) => ({ status, error }));
    expect(reported).toEqual([
      { status: 408, error: undefined },
      { status: 408, error: undefined },
    ]);
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

  test.each(["[::1", "a:99999", "a b", "a/b", "user@a", "a?x", "a\r\nHost: b", "a\r\nHost: a", "", "a,b", "1.2.3.4.5"])(
    "S-20 the Host %j is refused with what to send",
    async (host) => {
      const answer = await untilClosed(
        server.port,
        `GET /api/v1/things HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: pm_live_socket\r\nConnection: close\r\n\r\n`,
      );

      expect(answer).toStartWith("HTTP/1.1 400");
      expect(answer).toContain('"field":"Host"');
    },
  );

  test.each(["localhost", "pim.example:8443", "127.0.0.1:3000", "[::1]:3000", "cata_logd"])(
    "the Host %s is one",
    async (host) => {
      const answer = await untilClosed(
        server.port,
        `GET /api/v1/things HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: pm_live_socket\r\nConnection: close\r\n\r\n`,
      );

      expect(answer).toStartWith("HTTP/1.1 200");
    },
  );
});

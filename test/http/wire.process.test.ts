import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";

const service = await startService({ folder: temporaryFolder(), env: { NODE_ENV: "production" } });
afterAll(() => service.kill("SIGTERM"));
const port = Number(new URL(service.url).port);

/** Sends bytes as they are and reads until the service hangs up. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const NEXT = "GET /api/v1/health/live HTTP/1.1\r\nHost: a\r\n\r\n";
const post = (headers: string, rest: string) =>
  `POST /api/v1/auth/forgot-password HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${rest}`;
const get = (headers: string) => `GET /api/v1/health/live HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`;

describe("T33 a request whose end two readers would see in two places", () => {
  test.each([
    ["both lengths", post("Content-Length: 6\r\nTransfer-Encoding: chunked", `0\r\n\r\n${NEXT}`)],
    ["both, the other way", post("Transfer-Encoding: chunked\r\nContent-Length: 4", `5c\r\n${NEXT}0\r\n\r\n`)],
    ["two lengths", post("Content-Length: 2\r\nContent-Length: 40", `{}${NEXT}`)],
    ["two lengths in one", post("Content-Length: 2, 40", `{}${NEXT}`)],
    ["an unknown encoding", post("Transfer-Encoding: xchunked", `0\r\n\r\n${NEXT}`)],
    ["two encodings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", `0\r\n\r\n${NEXT}`)],
    ["a blank before the colon", post("Content-Length : 2", `{}${NEXT}`)],
    ["a signed length", post("Content-Length: +2", `{}${NEXT}`)],
    ["a negative length", post("Content-Length: -1", NEXT)],
    ["a prefixed chunk", post("Transfer-Encoding: chunked", `0x2\r\n{}\r\n0\r\n\r\n${NEXT}`)],
    ["a chunk past all numbers", post("Transfer-Encoding: chunked", `ffffffffffffffff1\r\n{}\r\n0\r\n\r\n${NEXT}`)],
    ["a folded header", get("X-A: b\r\n c")],
    ["a bare carriage return", get("X-Request-Id: a\rb")],
    ["a NUL", get("X-A: a\u0000b")],
  ])("%s: is refused, and nothing after it is read", async (_, bytes) => {
    expect(statusesOf(await raw(bytes))).toEqual([400]);
  });

  test.each([
    ["a header of 20,000", get(`X-A: ${"x".repeat(20_000)}`)],
    ["300 headers", get(Array.from({ length: 300 }, (_, index) => `X-${index}: y`).join("\r\n"))],
    ["an address of 20,000", NEXT.replace("live", `live?${"x".repeat(20_000)}`)],
  ])("%s: is refused", async (_, bytes) => {
    expect(statusesOf(await raw(bytes))).toEqual([431]);
  });
});

test("T33 500 connections that never finish their request keep no one out", async () => {
  const sockets = await Promise.all(
    Array.from(
      { length: 500 },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1", () => {
            socket.write("GET /api/v1/health/live HTTP/1.1\r\nHost: a\r\nX-A", () => resolve(socket));
          });
          socket.on("error", reject);
        }),
    ),
  );

  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.url}/api/v1/health/live`)));

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  for (const socket of sockets) socket.destroy();
});

describe("T18 what a caller writes", () => {
  const forged = '{"level":"info","forged":true}';
  const TRICKS = [
    { path: `/products/${encodeURIComponent(`x\r\n${forged}`)}`, headers: {} },
    { path: `/products?search=${encodeURIComponent(`a\r\nSet-Cookie: forged=1\r\n\r\n${forged}`)}`, headers: {} },
    { path: "/health", headers: { "x-request-id": `x%0d%0a${forged}` } },
    { path: "/health", headers: { "x-request-id": "a\u2028b" } },
    { path: "/health", headers: { "accept-language": "fr\u0085en;q=\u001b[31m" } },
    { path: `/auth/lockout/status/${encodeURIComponent("a@b.c\u2028\u0000")}`, headers: {} },
  ];

  test.each(TRICKS)("cannot add a header or a line to the log: %#", async ({ path, headers }) => {
    const sent = Object.entries({ "x-request-id": "t18", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = `GET /api/v1${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${sent.join("")}\r\n`;

    const [head = ""] = (await raw(bytes)).split("\r\n\r\n");

    expect(head).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
    expect(head.toLowerCase()).not.toContain("forged");
    // The runtime itself refuses what is no header at all.
    expect(/^x-request-id: (.*)$/im.exec(head)?.[1] ?? "none").toMatch(/^[\w.-]+$/);
  });

  test("each line of the log is one we wrote", async () => {
    await service.kill("SIGTERM");

    const lines = service
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));

    expect(lines.length).toBeGreaterThan(TRICKS.length);
    for (const line of lines) {
      const entry = JSON.parse(line);
      expect([entry.forged, typeof entry.msg, typeof entry.thread]).toEqual([undefined, "string", "string"]);
    }
  });
});

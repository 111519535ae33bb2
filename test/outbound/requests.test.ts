import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { STRANGER } from "./certificates.ts";
import { GET, reasonOf, serve, wayOut } from "./way-out.ts";

const MIB = 1024 * 1024;

describe("a certificate", () => {
  test("is checked against the name, not the address, and for each name", async () => {
    const server = await serve((_, response) => response.end("ok"));
    const { outbound } = wayOut({ open: ["receiver.test", "other.test"] });

    expect((await outbound.request(`https://receiver.test:${server.port}/`, GET)).status).toBe(200);
    // Over the open connection for the same address this would pass.
    expect(await reasonOf(outbound.request(`https://other.test:${server.port}/`, GET))).toBe("certificate");
  });

  test("without a trusted issuer is refused", async () => {
    const server = await serve((_, response) => response.end("ok"), STRANGER);
    const { outbound } = wayOut({ open: ["receiver.test"] });

    expect(await reasonOf(outbound.request(`https://receiver.test:${server.port}/`, GET))).toBe("certificate");
  });
});

describe("an answer", () => {
  const open = ["receiver.test"];

  test("is read up to its limit, however much there is, packed or not", async () => {
    const packed = gzipSync(Buffer.alloc(64 * MIB));
    const server = await serve((request, response) => {
      if (request.url === "/packed") {
        response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
        return;
      }
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(MIB)));
      };
      response.on("drain", pour);
      pour();
    });
    const { outbound } = wayOut({ open });

    const endless = await outbound.request(`https://receiver.test:${server.port}/`, GET);
    const bomb = await outbound.request(`https://receiver.test:${server.port}/packed`, GET);

    expect([endless.status, endless.body.length, endless.isCut]).toEqual([200, 65_536, true]);
    expect([bomb.body.length, bomb.isCut]).toEqual([65_536, true]);
  });

  test.each(["/silent", "/slow"])("that does not come to its end in time is none: %s", async (path) => {
    const server = await serve((request, response) => {
      if (request.url === "/silent") return;
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(drip));
    });
    const { outbound } = wayOut({ open });
    const startedAtMs = performance.now();

    const reason = await reasonOf(
      outbound.request(`https://receiver.test:${server.port}${path}`, { ...GET, timeoutMs: 300 }),
    );

    expect(reason).toBe("timeout");
    expect(performance.now() - startedAtMs).toBeLessThan(1_500);
  });

  test("a header that cannot be sent is a failure and nothing worse", async () => {
    const server = await serve((_, response) => response.end());
    const { outbound } = wayOut({ open });

    const sent = outbound.request(`https://receiver.test:${server.port}/`, {
      ...GET,
      headers: { "x-a": "1\r\nx-b: 2" },
    });
    expect(await reasonOf(sent)).toBe("request");
    expect(server.connections()).toBe(0);
  });
});

describe("a redirect", () => {
  const open = ["receiver.test", "two.receiver.test"];
  const to = (location: string, status = 302) => serve((_, response) => response.writeHead(status, { location }).end());

  test("is the answer unless it is to be followed", async () => {
    const server = await to("https://169.254.169.254/");
    const { outbound } = wayOut({ open });

    expect((await outbound.request(`https://receiver.test:${server.port}/`, GET)).status).toBe(302);
  });

  test.each([
    ["https://169.254.169.254/latest/meta-data/", 302, "address"],
    ["https://127.0.0.1/", 307, "address"],
    ["https://localhost/", 301, "local_name"],
    ["http://shop.example.com/", 302, "scheme"],
    ["//10.0.0.1/", 303, "address"],
    ["https://[::ffff:127.0.0.1]/", 308, "address"],
    ["file:///etc/passwd", 302, "scheme"],
  ] as const)("to %s by %i is refused", async (location, status, reason) => {
    const server = await to(location, status);
    const { outbound } = wayOut({ open });

    const sent = outbound.request(`https://receiver.test:${server.port}/`, { ...GET, redirects: 3 });
    expect(await reasonOf(sent)).toBe(reason);
  });

  test("that goes in circles ends", async () => {
    const server = await to("/again");
    const { outbound } = wayOut({ open });

    const sent = outbound.request(`https://receiver.test:${server.port}/`, { ...GET, redirects: 3 });
    expect(await reasonOf(sent)).toBe("redirect");
  });

  test("to another server leaves what was meant for the first behind", async () => {
    const second = await serve((request, response) => response.end(JSON.stringify([request.method, request.headers])));
    const first = await to(`https://two.receiver.test:${second.port}/`);
    const { outbound } = wayOut({ open });

    const { status, body } = await outbound.request(`https://receiver.test:${first.port}/`, {
      ...GET,
      method: "POST",
      body: "secret",
      headers: { authorization: "Bearer x", "x-api-key": "y", accept: "text/csv" },
      redirects: 1,
    });

    const [method, headers] = JSON.parse(body.toString());
    expect([status, method, headers.accept]).toEqual([200, "GET", "text/csv"]);
    expect([headers.authorization, headers["x-api-key"]]).toEqual([undefined, undefined]);
  });
});

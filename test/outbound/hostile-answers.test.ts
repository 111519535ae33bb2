import { describe, expect, test } from "bun:test";
import type http from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { GET, reasonOf, serve, wayOut } from "./way-out.ts";

const MIB = 1024 * 1024;
const open = ["receiver.test"];
/** Far above what is needed, and far below what pieces that are stored one by one take. */
const GROWTH_MAX = 450 * MIB;

/** Sends such pieces for as long as somebody reads. */
function pour(response: http.ServerResponse, piece: string | Buffer): void {
  const go = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", go);
  };
  go();
}

describe("an answer in pieces of one byte without end", () => {
  test.each(["read", "taken"])(
    "that is %s is ended with a reason, in bounded memory",
    async (how) => {
      let isLeft = false;
      const server = await serve((_, response) => {
        response.on("close", () => {
          isLeft = true;
        });
        pour(response, "x");
      });
      const { outbound } = wayOut({ open });
      const before = process.memoryUsage.rss();
      let size = 0;
      const take = async (_: unknown, body: AsyncIterable<Uint8Array>) => {
        for await (const piece of body) size += piece.byteLength;
      };

      const requests = outbound.request(`https://receiver.test:${server.port}/`, {
        ...GET,
        timeoutMs: 60_000,
        bytesMax: 32 * MIB,
        ...(how === "taken" && { take }),
      });
      const error = await requests.catch((thrown: unknown) => thrown);

      expect(error).toMatchObject({ reason: "request", message: "The answer comes in too many small pieces" });
      expect(size).toBeLessThan(MIB);
      expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_MAX);
      const endsAtMs = performance.now() + 10_000;
      while (!isLeft && performance.now() < endsAtMs) await Bun.sleep(5);
      expect(isLeft).toBe(true);
    },
    90_000,
  );
});

test("an answer that never ends is ended by its time, also while it is taken", async () => {
  const server = await serve((_, response) => pour(response, "0123456789abcdef0123456789abcdef"));
  const { outbound } = wayOut({ open });
  const take = async (_: unknown, body: AsyncIterable<Uint8Array>) => {
    for await (const _piece of body);
  };

  const requests = outbound.request(`https://receiver.test:${server.port}/`, { ...GET, timeoutMs: 500, take });

  expect(await reasonOf(requests)).toBe("timeout");
}, 60_000);

describe("an answer that is packed although the request forbade it", () => {
  const text = "Lamp, steel, 40 W; ".repeat(1_000);
  const packings: [string, (bytes: Buffer) => Buffer][] = [
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
    ["gzip, br", (bytes) => brotliCompressSync(gzipSync(bytes))],
  ];
  const serving = (encoding: string, body: Buffer) =>
    serve((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      response.writeHead(200, { "content-encoding": encoding, "content-length": body.length }).end(body);
    });

  test.each(packings)("by %s is unpacked, read and taken", async (encoding, pack) => {
    const server = await serving(encoding, pack(Buffer.from(text)));
    const { outbound } = wayOut({ open });
    const url = `https://receiver.test:${server.port}/`;
    const taken: Uint8Array[] = [];

    const read = await outbound.request(url, GET);
    const answer = await outbound.request(url, {
      ...GET,
      take: async (headers, body) => {
        expect([headers["content-encoding"], headers["content-length"]]).toEqual([undefined, undefined]);
        for await (const piece of body) taken.push(piece);
      },
    });

    expect([read.body.toString(), read.isCut]).toEqual([text, false]);
    expect(read.headers["content-encoding"]).toBeUndefined();
    expect([Buffer.concat(taken).toString(), answer.status]).toEqual([text, 200]);
  });

  test.each(packings)(
    "by %s is unpacked no further than its limit",
    async (encoding, pack) => {
      const server = await serving(encoding, pack(Buffer.alloc(64 * MIB)));
      const { outbound } = wayOut({ open });
      let size = 0;

      const read = await outbound.request(`https://receiver.test:${server.port}/`, GET);
      const taken = outbound.request(`https://receiver.test:${server.port}/`, {
        ...GET,
        take: async (_, body) => {
          for await (const piece of body) {
            size += piece.byteLength;
            if (size > MIB) throw new Error("enough");
          }
        },
      });

      expect([read.body.length, read.isCut]).toEqual([GET.bytesMax, true]);
      expect(await taken.catch((error: Error) => error.message)).toBe("enough");
      expect(size).toBeLessThan(2 * MIB);
    },
    60_000,
  );

  test("and damaged is a failure that says so", async () => {
    const server = await serving("gzip", Buffer.from("this is no gzip"));
    const { outbound } = wayOut({ open });

    const error = await outbound.request(`https://receiver.test:${server.port}/`, GET).catch((thrown) => thrown);

    expect(error).toMatchObject({ reason: "request", message: expect.stringContaining("cannot be unpacked") });
  });

  test("and has no body is empty", async () => {
    const server = await serving("gzip", Buffer.alloc(0));
    const { outbound } = wayOut({ open });

    expect((await outbound.request(`https://receiver.test:${server.port}/`, GET)).body.length).toBe(0);
  });
});

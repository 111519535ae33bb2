import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import type { Reader } from "../../db/ports.ts";
import { createApp } from "../../src/app.ts";
import { answerCall, openCallLine } from "../../src/runtime/calls/call-line.ts";
import { callHandlers } from "../../workers/calls.ts";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";

/** What the disk says when a page in the middle of the catalog cannot be read. */
const FAULT = "disk I/O error";
const PAGES_READ = 3;

/** Reads some pages of products, then no more. */
function failingReader(tenantId: string): Reader {
  const db = services.reader(tenantId);
  let pages = 0;
  return {
    ...db,
    all: async (sql, ...rest) => {
      if (/from product\b/.test(sql) && ++pages > PAGES_READ) throw new Error(FAULT);
      return db.all(sql, ...rest);
    },
  };
}

const handlers = callHandlers({ ...services, reader: failingReader });
const line = openCallLine(() => ({ send: (message) => answerCall(message, handlers), done: () => undefined }));
const app = createApp({ ...services, stream: line.stream });
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
afterAll(() => server.stop(true));

async function given() {
  const tenant = await newTenant();
  // More than any page holds, and more than the buffers on the way.
  const description = Array.from({ length: 60 }, () => crypto.randomUUID()).join(" ");
  const products = Array.from({ length: 3_000 }, (_, index) => ({ reference: String(index), description }));
  await services.write(addProducts, tenant.id, products);
  return tenant;
}

/** All bytes of an answer as they come over the wire, until the connection ends. */
async function overTheWire(path: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ host: "localhost", connection: "close", ...headers });
  const socket = connect(server.port ?? 0, "127.0.0.1");
  socket.write(`GET /api/v1${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    bytes += text;
  });
  // A reset is an end as well.
  socket.on("error", () => undefined).on("close", () => resolve());
  await promise;
  return bytes;
}

const CHUNKED = /^HTTP\/1\.1 200 .*?\r\ntransfer-encoding: chunked\r\n/is;
const LAST_CHUNK = "\r\n0\r\n\r\n";

test("S35.12 a stream that is whole ends with the last chunk", async () => {
  const { apiKey } = await given();
  const bytes = await overTheWire("/exports/stream/csv/products?limit=2", { "x-api-key": apiKey });
  expect(bytes).toMatch(CHUNKED);
  expect(bytes).toEndWith(LAST_CHUNK);
});

describe.each([
  ["CSV", "/exports/stream/csv/products"],
  ["JSON", "/exports/stream/json/products"],
  ["JSON with relations", "/exports/stream/json/products?include_relations=true"],
  ["JSON lines", "/exports/stream/json/products?json_lines=true"],
  ["the catalog as CSV", "/products/export/csv"],
  ["the catalog as a workbook", "/products/export/excel"],
])("S35.12 a stream of %s that fails in the middle", (_, path) => {
  test.each(["identity", "gzip"])("ends with an error that its client notices (%s)", async (encoding) => {
    const { apiKey } = await given();
    const headers = { "x-api-key": apiKey, "accept-encoding": encoding };

    const bytes = await overTheWire(path, headers);
    const fetched = fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, { headers });

    // Either nothing came, or a body of chunks without the last one, which says that this was all.
    if (bytes.includes("\r\n\r\n")) expect(bytes).toMatch(CHUNKED);
    expect(bytes).not.toEndWith(LAST_CHUNK);
    await expect(fetched.then((answer) => answer.arrayBuffer())).rejects.toThrow();
  });
});

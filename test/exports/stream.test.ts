import { describe, expect, test } from "bun:test";
import type { Reader } from "../../db/ports.ts";
import { exportStream } from "../../src/exports/calls.ts";
import type { FileFormat } from "../../src/exports/formats/format.ts";
import type { ProductExport } from "../../src/exports/tables/product-table.ts";
import { answerStream } from "../../src/exports/tasks/answer-export-file.ts";
import type { ExportOptions } from "../../src/exports/tasks/export-options.ts";
import { answerCall, openCallLine } from "../../src/runtime/calls/call-line.ts";
import { callHandlers } from "../../workers/calls.ts";
import { addProducts } from "../add-products.ts";
import { app, newTenant, services } from "../harness.ts";
import { bytesAt, exportProducts, readCsv } from "./export-file.ts";

const AT = "/exports/stream/csv/products";
const PIECE = 32 * 1024;
const EVERYTHING: ProductExport = { filter: {}, language: null, fields: ["id"], offset: 0, limit: null };
const CSV: FileFormat = { name: "csv", utf8Bom: true, delimiter: "," };

async function given(count: number) {
  const tenant = await newTenant();
  const products = Array.from({ length: count }, (_, index) => ({ reference: String(index), brand: `B${index % 3}` }));
  const ids = await services.write(addProducts, tenant.id, products);
  const stream = async (query: Record<string, string> = {}) =>
    readCsv((await bytesAt(tenant, `${AT}?${new URLSearchParams({ include_fields: "reference", ...query })}`)).bytes);
  return { tenant, ids, stream };
}

describe("GET /exports/stream/csv/products", () => {
  test("D3-103 answers CSV at once, as an attachment with a byte order mark", async () => {
    const { tenant } = await given(3);
    const { response, bytes } = await bytesAt(tenant, AT);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="products_\d{8}_\d{6}\.csv"$/);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  test("D3-105 holds the same as the file", async () => {
    const { tenant } = await given(1_234);
    expect((await bytesAt(tenant, AT)).bytes).toEqual((await exportProducts(tenant)).bytes);
  });

  test.each([
    [{}, 0, 2_500],
    [{ limit: "1" }, 0, 1],
    [{ offset: "2499" }, 2_499, 2_500],
    [{ offset: "5000" }, 0, 0],
    [{ limit: "1500", offset: "700" }, 700, 2_200],
    [{ limit: "1000" }, 0, 1_000],
  ])("D3-103 cuts by %j, oldest first", async (query, from, to) => {
    const { stream } = await given(2_500);
    const { rows } = await stream(query);
    expect(rows.map(([reference]) => Number(reference))).toEqual(Array.from({ length: to - from }, (_, n) => from + n));
  });

  test("D3-103 takes filters as JSON, fields comma-separated, and a delimiter", async () => {
    const { tenant } = await given(6);
    const query = new URLSearchParams({
      filters: JSON.stringify({ brand: "b1" }),
      include_fields: "reference,brand,id",
      exclude_fields: "id",
      delimiter: ";",
    });
    const { bytes } = await bytesAt(tenant, `${AT}?${query}`);
    expect(readCsv(bytes, ";")).toEqual({
      header: ["reference", "brand"],
      rows: [
        ["1", "B1"],
        ["4", "B1"],
      ],
    });
  });

  test.each([
    "filters=brand",
    "filters=[]",
    'filters={"brnad":"x"}',
    "include_fields=nope",
    "exclude_fields=nope",
    "language=FR",
    "language=ja",
    "limit=0",
    "offset=-1",
    "delimiter=x",
  ])("S35.6 answers 400 to %s, before the first byte", async (query) => {
    const { tenant } = await given(1);
    const { status, body } = await tenant.get(`${AT}?${query}`);
    expect([status, body.error.error_code]).toEqual([400, "INVALID_PARAMETER"]);
  });

  test("a HEAD makes no export", async () => {
    const { tenant } = await given(1);
    let requests = 0;
    const { status, headers } = answerStream(
      {
        ...services,
        stream: (...wanted) => {
          requests++;
          return services.stream(...wanted);
        },
      },
      tenant.id,
      { wanted: EVERYTHING, format: CSV },
      new Request("http://localhost", { method: "HEAD" }),
    );
    expect([status, headers.get("content-type"), requests]).toEqual([200, "text/csv; charset=utf-8", 0]);
  });

  test("is refused to who may not export", async () => {
    const { tenant } = await given(1);
    expect((await (await tenant.withScopes("products:read")).get(AT)).status).toBe(403);
    expect((await (await tenant.as("viewer")).get(AT)).status).toBe(403);
  });

  test("reads no further than the caller does, and ends when the caller leaves", async () => {
    const { tenant } = await given(5_000);
    let reads = 0;
    const reader = (tenantId: string): Reader => {
      const db = services.reader(tenantId);
      return {
        ...db,
        all: (...statement) => {
          reads++;
          return db.all(...statement);
        },
      };
    };
    const handlers = callHandlers({ ...services, reader });
    const line = openCallLine(() => ({ send: (message) => answerCall(message, handlers), done: () => undefined }));
    const options: ExportOptions = { resource: "products", wanted: EVERYTHING, format: CSV, origin: "http://x" };
    const body = line.stream(exportStream, tenant.id, options).getReader();
    await body.read();
    await body.read();

    await body.cancel();
    // One more question, so that all that was sent before has been heard.
    const short = { ...options, wanted: { ...EVERYTHING, limit: 1 } };
    await new Response(line.stream(exportStream, tenant.id, short)).text();

    expect(reads).toBeLessThan(5);
  });

  test("S-16 a caller that does not read costs pieces of 32 KiB and a page of some hundred, however large the products", async () => {
    const tenant = await newTenant();
    const description = "x".repeat(20_000);
    const products = Array.from({ length: 400 }, (_, index) => ({ reference: String(index), description }));
    await services.write(addProducts, tenant.id, products);
    let made = 0;
    const handlers = callHandlers(services);
    const watched: typeof handlers = {
      ...handlers,
      stream: async function* (...wanted) {
        for await (const piece of handlers.stream(...wanted)) {
          made += piece.byteLength;
          yield piece;
        }
      },
    };
    const line = openCallLine(() => ({ send: (message) => answerCall(message, watched), done: () => undefined }));
    const wanted = { ...EVERYTHING, fields: ["reference", "description"] };
    const body = line.stream(exportStream, tenant.id, { resource: "products", wanted, format: CSV, origin: "" });
    const reader = body.getReader();
    const sizes: number[] = [];
    let taken = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      sizes.push(value.byteLength);
      taken += value.byteLength;
      expect(made - taken).toBeLessThanOrEqual(3 * PIECE);
    }

    expect(taken).toBeGreaterThan(400 * 20_000);
    expect(Math.max(...sizes)).toBe(PIECE);
    // The rest of a page is a shorter piece: a hundred rows at first, half a dozen from then on.
    expect(sizes.filter((size) => size < PIECE).length).toBeGreaterThan(20);
  });

  test("S-16 a tenant may have ten open, others have theirs, and one that ends makes room", async () => {
    const { tenant } = await given(3_000);
    const other = await given(1);
    const open = () => bytesAt(tenant, AT);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        app.handle(new Request(`http://localhost/api/v1${AT}`, { headers: { "x-api-key": tenant.apiKey } })),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    const refused = answers.find(({ status }) => status === 429);

    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(refused?.headers.get("retry-after")).toBe("5");
    expect(await refused?.json()).toMatchObject({ error: "rate_limit_exceeded", detail: "10 streams at once" });
    expect((await bytesAt(other.tenant, AT)).response.status).toBe(200);
    await answers.find(({ status }) => status === 200)?.body?.cancel();
    expect((await open()).response.status).toBe(200);
    await Promise.all(answers.map(({ body, bodyUsed }) => (bodyUsed ? undefined : body?.cancel())));
    expect((await open()).response.status).toBe(200);
  });
});

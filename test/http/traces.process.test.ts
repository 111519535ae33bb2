import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { freePort } from "../servers/process.ts";
import { startService } from "../servers/service.ts";

/** One span as OTLP/JSON has it: opentelemetry-proto, trace/v1/trace.proto, in proto3's JSON with ids in hexadecimal. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
  status: { code?: number };
}
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Span["attributes"] };
    scopeSpans: { scope: { name: string }; spans: Span[] }[];
  }[];
}

/** Refuses what is no ExportTraceServiceRequest: ids, times, and the fields of a span. */
function checkSpan(span: Span): void {
  expect(span.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(span.spanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
  for (const time of [span.startTimeUnixNano, span.endTimeUnixNano]) expect(time).toMatch(/^[1-9]\d{18}$/);
  expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  const fields = ["attributes", "droppedAttributesCount", "droppedEventsCount", "droppedLinksCount", "endTimeUnixNano"];
  const known = [...fields, "events", "flags", "kind", "links", "name", "parentSpanId", "spanId"];
  const all = [...known, "startTimeUnixNano", "status", "traceId", "traceState"];
  expect(Object.keys(span).filter((key) => !all.includes(key))).toEqual([]);
}

test("with CATALOGD_OTLP_URL each request is a span at the collector, in the caller's trace", async () => {
  const received: ExportRequest[] = [];
  const collector = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      expect(new URL(request.url).pathname).toBe("/v1/traces");
      expect(request.headers.get("content-type")).toBe("application/json");
      const bytes = new Uint8Array(await request.arrayBuffer());
      const isPacked = request.headers.get("content-encoding") === "gzip";
      received.push(JSON.parse(new TextDecoder().decode(isPacked ? Bun.gunzipSync(bytes) : bytes)));
      return Response.json({ partialSuccess: {} });
    },
  });
  const env = { CATALOGD_OTLP_URL: `http://127.0.0.1:${collector.port}` };
  const service = await startService({ folder: temporaryFolder(), env });
  const [traceId, parentSpanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  const headers = { traceparent: `00-${traceId}-${parentSpanId}-01`, "x-request-id": "traced-1" };
  await fetch(`${service.url}/api/v1/products?search=secret`, { headers });
  expect(await service.kill("SIGTERM")).toBe(0);
  collector.stop(true);

  const spans = received.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans));
  const all = spans.flatMap((each) => each.spans);
  for (const span of all) checkSpan(span);
  const mine = all.filter((span) => span.traceId === traceId);
  expect(mine).toHaveLength(1);
  expect(mine[0]).toMatchObject({ name: "GET /api/v1/products", kind: 2, parentSpanId });
  const attributes = new Map(mine[0]?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(attributes.get("http.route")).toBe("/api/v1/products");
  expect(Number(attributes.get("http.response.status_code"))).toBe(401);
  expect(attributes.get("catalogd.request_id")).toBe("traced-1");
  expect(JSON.stringify(received)).not.toContain("secret");
  const resource = received[0]?.resourceSpans[0]?.resource.attributes ?? [];
  expect(resource).toContainEqual({ key: "service.name", value: { stringValue: "catalogd" } });
}, 60_000);

test("a collector that is away costs no request anything, and is named in the log", async () => {
  const env = { CATALOGD_OTLP_URL: `http://127.0.0.1:${await freePort()}` };
  const service = await startService({ folder: temporaryFolder(), env });
  expect((await fetch(`${service.url}/api/v1/products`)).status).toBe(401);
  expect(await service.kill("SIGTERM")).toBe(0);
  expect(service.output()).toContain("cannot send traces");
}, 60_000);

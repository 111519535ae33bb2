import packageJson from "../../../package.json" with { type: "json" };
import type { Log } from "../../runtime/log.ts";
import type { Traces } from "./traces.ts";

const EXPORT_MS_MAX = 5_000;
const QUEUE_MAX = 2_048;
/** Source: W3C Trace Context, `traceparent` of version 00. */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Opens the sender of traces, where a collector is set: OpenTelemetry's own SDK, loaded only here. A request continues the trace that its `traceparent`
 * names. A collector that is away costs spans, which is said in the log, and no request waits for it.
 */
export async function openTraces(
  { otlpUrl: url }: { otlpUrl: string | undefined },
  log: Log,
): Promise<Traces | undefined> {
  if (url === undefined) return undefined;
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const warn = (message: string) => log.warn({ error: message, url }, "cannot send traces");
  api.diag.setLogger(
    { error: warn, warn, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: EXPORT_MS_MAX });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "catalogd", "service.version": packageJson.version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { maxQueueSize: QUEUE_MAX })],
  });
  const tracer = provider.getTracer("catalogd", packageJson.version);
  return {
    add: ({ call, request, status, durationMs }) => {
      const startMs = performance.timeOrigin + call.startedMs;
      const [, traceId, spanId, flags = "00"] = PARENT.exec(request.headers.get("traceparent") ?? "") ?? [];
      const parent =
        traceId === undefined || spanId === undefined
          ? api.ROOT_CONTEXT
          : api.trace.setSpanContext(api.ROOT_CONTEXT, {
              traceId,
              spanId,
              traceFlags: Number.parseInt(flags, 16),
              isRemote: true,
            });
      const attributes = {
        "http.request.method": request.method,
        "http.route": call.route,
        // Without the query, which may hold secrets.
        "url.path": call.path,
        "http.response.status_code": status,
        "catalogd.request_id": call.requestId,
        ...(call.principal && { "catalogd.tenant_id": call.principal.tenantId }),
      };
      const options = { kind: api.SpanKind.SERVER, startTime: startMs, attributes };
      const span = tracer.startSpan(`${request.method} ${call.route}`, options, parent);
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(startMs + durationMs);
    },
    close: () => provider.shutdown().catch((error: unknown) => warn(String(error))),
  };
}

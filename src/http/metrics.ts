import { memoryUsage } from "node:process";
import { Elysia } from "elysia";
import { Gauge, Histogram, Registry } from "prom-client";
import { ApiError } from "./errors.ts";
import { measureLoopLag } from "./loop-lag.ts";
import { type ObservedRequest, RequestDurations } from "./request-durations.ts";

/** Below 10 ms nobody notices, 50 ms is too long. */
const WAIT_SECONDS = [0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2];

/** The figures of one app. */
export interface Metrics {
  observe(request: ObservedRequest): void;
  /** In Prometheus' text format. */
  text(gauges: Record<string, number>): Promise<string>;
}

/** Starts counting. A registry of its own, so that two apps in one process do not mix. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new RequestDurations();
  const gauges = new Map<string, Gauge>();
  const waits = new Histogram({
    name: "catalogd_event_loop_wait_seconds",
    help: "How late timers fired",
    buckets: WAIT_SECONDS,
    registers,
  });
  const lag = measureLoopLag((lateMs) => waits.observe(lateMs / 1000));
  const set = (name: string, help: string, value: number) => {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, registers });
    gauges.set(name, gauge);
    gauge.set(value);
  };
  return {
    observe: (request) => requests.observe(request),
    text: async (figures) => {
      for (const [name, value] of Object.entries(figures)) set(name, name.replaceAll("_", " "), value);
      set("catalogd_event_loop_lag_seconds", "Longest wait of a timer since the last reading", lag.takeMaxMs() / 1000);
      set("process_resident_memory_bytes", "Resident memory", memoryUsage().rss);
      return `${requests.text()}\n${await registry.metrics()}`;
    },
  };
}

interface MetricsServices {
  config: { metricsToken: string | undefined };
  gauges(): Promise<Record<string, number>>;
}

/** `GET /metrics`, for Prometheus. Asks for a bearer token when one is configured. */
export const metricsRoute = (services: MetricsServices, metrics: Metrics) =>
  new Elysia({ name: "metrics" }).get(
    "/metrics",
    async ({ request }) => {
      const { metricsToken } = services.config;
      const isKnown = request.headers.get("authorization") === `Bearer ${metricsToken}`;
      if (metricsToken !== undefined && !isKnown) throw new ApiError("AUTHENTICATION_REQUIRED");
      const text = await metrics.text(await services.gauges());
      return new Response(text, { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } });
    },
    { detail: { hide: true } },
  );

import { memoryUsage } from "node:process";
import { Elysia } from "elysia";
import type { Gauge } from "prom-client";
import { type InsideServices, mayLookInside } from "../gate/local.ts";
import { ApiError } from "../output/errors.ts";
import { Histogram } from "./histogram.ts";
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

interface Gauges {
  set(name: string, help: string, value: number): void;
  text(): Promise<string>;
}

/** Loads its package, which many a service is never asked for. */
async function openGauges(): Promise<Gauges> {
  const { Gauge: NewGauge, Registry } = await import("prom-client");
  const registry = new Registry();
  const gauges = new Map<string, Gauge>();
  return {
    set: (name, help, value) => {
      const gauge = gauges.get(name) ?? new NewGauge({ name, help, registers: [registry] });
      gauges.set(name, gauge);
      gauge.set(value);
    },
    text: () => registry.metrics(),
  };
}

/** Starts counting. A registry of its own, so that two apps in one process do not mix. */
export function openMetrics(): Metrics {
  const requests = new RequestDurations();
  const waits = new Histogram({
    name: "catalogd_event_loop_wait_seconds",
    help: "How late timers fired",
    buckets: WAIT_SECONDS,
  });
  const lag = measureLoopLag((lateMs) => waits.observe(lateMs / 1000));
  let opening: Promise<Gauges> | undefined;
  return {
    observe: (request) => requests.observe(request),
    text: async (figures) => {
      opening ??= openGauges();
      const { set, text } = await opening;
      for (const [name, value] of Object.entries(figures)) set(name, name.replaceAll("_", " "), value);
      set("catalogd_event_loop_lag_seconds", "Longest wait of a timer since the last reading", lag.takeMaxMs() / 1000);
      set("process_resident_memory_bytes", "Resident memory", memoryUsage().rss);
      return `${requests.text()}\n${waits.text()}\n${await text()}`;
    },
  };
}

interface MetricsServices extends InsideServices {
  gauges(): Promise<Record<string, number>>;
}

/** `GET /metrics`, for Prometheus. Asks for a bearer token when one is configured, and for a caller on this machine else. */
export const metricsRoute = (services: MetricsServices, metrics: Metrics) =>
  new Elysia({ name: "metrics" }).get(
    "/metrics",
    async ({ request }) => {
      if (!mayLookInside(request, services)) throw new ApiError("AUTHENTICATION_REQUIRED", { key: "metrics.closed" });
      const text = await metrics.text(await services.gauges());
      return new Response(text, { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } });
    },
    { detail: { hide: true } },
  );

import { memoryUsage } from "node:process";
import { Elysia } from "elysia";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import packageJson from "../../../package.json" with { type: "json" };
import { type InsideServices, mayLookInside } from "../gate/local-caller.ts";
import { ApiError } from "../output/errors.ts";
import { measureLoopLag } from "./loop-lag.ts";

/** Below 10 ms is not noticed, 50 ms is too long. */
const WAIT_SECONDS = [0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2];
// From a cached read to a slow export.
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What figures say that others hand us by name. */
const HELP: Readonly<Record<string, string>> = {
  catalogd_search_behind_seconds: "Age of the oldest change that is missing in the search index",
  catalogd_deliveries_behind_seconds: "Time that the oldest webhook delivery to a healthy receiver has been due",
  catalogd_writer_queue: "Mutations that wait for the writer",
  catalogd_writer_committed_total: "Mutations committed since the start",
  catalogd_uncaught_errors_total: "Errors since the start that no request or job handled",
};

function helpOf(name: string): string {
  const [, state, queue] = /^catalogd_jobs_(waiting|running)_(.+)$/.exec(name) ?? [];
  return (
    HELP[name] ?? (queue === undefined ? name.replaceAll("_", " ") : `Jobs of the queue ${queue} that are ${state}`)
  );
}

/** A request that was answered. */
interface ObservedRequest {
  method: string;
  /** As it is declared. */
  route: string;
  status: number;
  seconds: number;
}

/** The figures of one app. */
export interface Metrics {
  observe(request: ObservedRequest): void;
  /** In Prometheus' text format. `figures` by name; those whose name ends with `_total` are counters. */
  text(figures: Record<string, number>): Promise<string>;
}

/** Shows a figure that is counted elsewhere. */
function show(registers: Registry[], name: string, value: number, help = helpOf(name)): void {
  const [registry] = registers;
  const known = registry?.getSingleMetric(name);
  if (!name.endsWith("_total")) {
    (known instanceof Gauge ? known : new Gauge({ name, help, registers })).set(value);
    return;
  }
  const counter = known instanceof Counter ? known : new Counter({ name, help, registers });
  counter.reset();
  counter.inc(value);
}

/** Starts counting. A registry of its own, so that two apps in one process do not mix. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "catalogd_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: "catalogd_event_loop_wait_seconds",
    help: "How late timers fired",
    buckets: WAIT_SECONDS,
    registers,
  });
  const build = { name: "catalogd_build_info", help: "Version of the service and its runtime; always 1" };
  const runtime = globalThis.Bun ? `bun ${globalThis.Bun.version}` : "deno";
  new Gauge({ ...build, labelNames: ["version", "runtime"], registers })
    .labels({ version: packageJson.version, runtime })
    .set(1);
  const lag = measureLoopLag((lateMs) => waits.observe(lateMs / 1000));
  return {
    observe: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    text: (figures) => {
      for (const [name, value] of Object.entries(figures)) show(registers, name, value);
      const lagSeconds = lag.takeMaxMs() / 1000;
      show(registers, "catalogd_event_loop_lag_seconds", lagSeconds, "Longest wait of a timer since the last reading");
      show(registers, "process_resident_memory_bytes", memoryUsage().rss, "Resident memory");
      return registry.metrics();
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

import { memoryUsage } from "node:process";
import { Elysia } from "elysia";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import packageJson from "../../../package.json" with { type: "json" };
import { type InsideServices, mayLookInside } from "../gate/caller/local-caller.ts";
import { ApiError } from "../output/errors.ts";
import { measureLoopLag } from "./loop-lag.ts";

/** Below 10 ms is not noticed, 50 ms is too long. */
const WAIT_SECONDS = [0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2];
// From a cached read to a slow export.
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A figure by name, or one for each value of a label. There are few values, and tenants do not make them. */
export type Figures = Record<string, number | { label: string; values: Record<string, number> } | CountedFigure>;

/** What only grows, for each combination of values of its labels. */
interface CountedFigure {
  help: string;
  labels: readonly string[];
  counts: { values: string[]; count: number }[];
}

/** What figures say that others hand us by name. */
const HELP: Readonly<Record<string, string>> = {
  catalogd_search_behind_seconds: "Age of the oldest change that is missing in the search index",
  catalogd_deliveries_behind_seconds: "Time that the oldest webhook delivery to a healthy receiver has been due",
  catalogd_writer_queue: "Mutations that wait for the writer",
  catalogd_writer_committed_total: "Mutations committed since the start",
  catalogd_uncaught_errors_total: "Errors since the start that no request or job handled",
  catalogd_jobs_waiting: "Jobs that are ready and wait for a worker",
  catalogd_jobs_running: "Jobs that a worker runs",
  catalogd_disk_free_bytes: "Free space where the data folder is",
  catalogd_backup_failures: "Backups that failed since the last that is whole",
  catalogd_backup_last_success_timestamp_seconds: "When the last whole backup ended, in Unix seconds",
  catalogd_backup_last_duration_seconds: "How long the last whole backup took",
  catalogd_backup_last_size_bytes: "Size of the archive of the last whole backup",
  catalogd_disk_short: "Whether less space is free than the settings ask for: 1 or 0",
};
const helpOf = (name: string) => HELP[name] ?? name.replaceAll("_", " ");

/** Who calls chooses the method: all that are none become one. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

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
  text(figures: Figures): Promise<string>;
}

/** Shows a figure that is counted elsewhere. */
function show(registers: Registry[], name: string, figure: Figures[string], help = helpOf(name)): void {
  const [registry] = registers;
  const known = registry?.getSingleMetric(name);
  if (typeof figure === "object" && "counts" in figure) {
    showCounted(registers, name, figure);
    return;
  }
  if (typeof figure === "object") {
    const labelNames = [figure.label];
    const gauge = known instanceof Gauge ? known : new Gauge({ name, help, labelNames, registers });
    gauge.reset();
    for (const [value, count] of Object.entries(figure.values)) gauge.set({ [figure.label]: value }, count);
    return;
  }
  if (!name.endsWith("_total")) {
    (known instanceof Gauge ? known : new Gauge({ name, help, registers })).set(figure);
    return;
  }
  const counter = known instanceof Counter ? known : new Counter({ name, help, registers });
  counter.reset();
  counter.inc(figure);
}

function showCounted(registers: Registry[], name: string, { help, labels, counts }: CountedFigure): void {
  const known = registers[0]?.getSingleMetric(name);
  const counter = known instanceof Counter ? known : new Counter({ name, help, labelNames: labels, registers });
  counter.reset();
  for (const { values, count } of counts) counter.labels(...values).inc(count);
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
  const startedAtSeconds = Math.round(performance.timeOrigin / 1000);
  const lag = measureLoopLag((lateMs) => waits.observe(lateMs / 1000));
  return {
    observe: ({ method, route, status, seconds }) =>
      requests.observe({ method: METHODS.has(method) ? method : "other", route, status }, seconds),
    text: (figures) => {
      for (const [name, value] of Object.entries(figures)) show(registers, name, value);
      const lagSeconds = lag.takeMaxMs() / 1000;
      show(registers, "catalogd_event_loop_lag_seconds", lagSeconds, "Longest wait of a timer since the last reading");
      show(registers, "process_resident_memory_bytes", memoryUsage().rss, "Resident memory");
      show(registers, "process_start_time_seconds", startedAtSeconds, "Start of the process, in Unix seconds");
      return registry.metrics();
    },
  };
}

interface MetricsServices extends InsideServices {
  gauges(): Promise<Figures>;
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

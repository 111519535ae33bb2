import { Histogram } from "./histogram.ts";

/** A request that was answered. */
export interface ObservedRequest {
  method: string;
  /** As it is declared. */
  route: string;
  status: number;
  seconds: number;
}

// From a cached read to a slow export.
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const quoted = (value: string) => value.replace(/[\\\n"]/g, (letter) => (letter === "\n" ? "\\n" : `\\${letter}`));

/** The histogram of requests by method, route and status. */
export class RequestDurations {
  readonly #histogram = new Histogram({
    name: "catalogd_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer",
    buckets: BUCKETS_SECONDS,
  });

  observe({ method, route, status, seconds }: ObservedRequest): void {
    this.#histogram.observe(
      seconds,
      `${method} ${status} ${route}`,
      () => `method="${quoted(method)}",route="${quoted(route)}",status="${status}"`,
    );
  }

  /** In Prometheus' text format. */
  text(): string {
    return this.#histogram.text();
  }
}

import type { Figures } from "../http/observe/metrics.ts";

interface Counter {
  help: string;
  labels: readonly string[];
  /** The values that are shown from the start, so that the first of each is seen as a change. */
  known: readonly (readonly string[])[];
}

const each = (...values: string[]) => values.map((value) => [value]);

/** What threads count of their work. Values of labels are words of the program, never of a tenant. */
const COUNTERS = {
  catalogd_jobs_ended_total: {
    help: "Background jobs that ended, by kind: done, failed (to be tried again or for good) or stopped as asked",
    labels: ["kind", "outcome"],
    known: [],
  },
  catalogd_job_seconds_total: { help: "Time that background jobs have run, by kind", labels: ["kind"], known: [] },
  catalogd_imports_ended_total: {
    help: "Imports whose rows were applied, or that failed",
    labels: ["outcome"],
    known: each("completed", "completed_with_errors", "failed"),
  },
  catalogd_import_rows_total: {
    help: "Rows of imports that have ended, applied or refused",
    labels: ["outcome"],
    known: each("applied", "refused"),
  },
  catalogd_webhook_attempts_total: {
    help: "Attempts to deliver to webhooks: delivered, to be retried, or given up",
    labels: ["outcome"],
    known: each("delivered", "retried", "given_up"),
  },
  catalogd_mails_total: {
    help: "Attempts to send mails: sent, expired before, without a mail server, or failed",
    labels: ["outcome"],
    known: each("sent", "expired", "no_server", "failed"),
  },
} as const satisfies Record<string, Counter>;
type CounterName = keyof typeof COUNTERS;

/** Counts what has happened; without a number, once. */
export type Count = (name: CounterName, labels: readonly string[], by?: number) => void;

/** What a thread reports besides its jobs and calls: an unhandled error, a line of the log, a count. */
export type ThreadNews = "uncaught" | { line: string } | { counted: Parameters<Count> };

/** The counts of all threads since the start. */
export class WorkCounts {
  readonly #counts = new Map<CounterName, Map<string, number>>();

  constructor() {
    for (const [name, { known }] of Object.entries(COUNTERS)) {
      // The keys of COUNTERS.
      for (const labels of known) this.add(name as CounterName, labels, 0);
    }
  }

  readonly add: Count = (name, labels, by = 1) => {
    const counts = this.#counts.get(name) ?? new Map<string, number>();
    this.#counts.set(name, counts);
    const key = labels.join("\n");
    counts.set(key, (counts.get(key) ?? 0) + by);
  };

  /** As the metrics page shows them. */
  figures(): Figures {
    return Object.fromEntries(
      Object.entries(COUNTERS).map(([name, { help, labels }]) => {
        const counts = [...(this.#counts.get(name as CounterName) ?? [])]; // a key of COUNTERS
        return [name, { help, labels, counts: counts.map(([key, count]) => ({ values: key.split("\n"), count })) }];
      }),
    );
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Bell } from "../jobs/bell.ts";
import { leaseNowMs } from "../jobs/lease.ts";
import type { MutationContext } from "../ports.ts";
import { boolean, number, type Row } from "../rows.ts";
import { type KeptStream, toStatement } from "./kept-stream.ts";
import { pooledStream } from "./pooled-stream.ts";
import { type Deadline, deadlineIn } from "./unavailable.ts";

/** Between two looks, while nothing changes: with what a process at rest reads besides, fewer than 60 statements a minute. */
const REST_MS = 2_500;
/** While something changes, and for a while after it. */
const ACTIVE_MS = 250;
const ACTIVE_FOR_MS = 5_000;
const ANSWER_MS = 8_000;

/**
 * SQLite counts for each connection what others commit. Times that have come since the last look are looked for in a range,
 * so that what is late and left waits for the change that lets it go on. Serves all tenants.
 */
const LOOK = `select (select data_version from pragma_data_version) as version,
  exists (select 1 from job where state = 'ready') as has_ready,
  exists (select 1 from job where state = 'scheduled' and run_at_ms > :fromMs and run_at_ms <= :toMs)
    or exists (select 1 from job where state = 'running' and lease_until_ms > :leaseFromMs and lease_until_ms <= :leaseToMs)
    as is_job_due,
  exists (select 1 from webhook_lane where due_at_ms > :fromMs and due_at_ms <= :toMs)
    or exists (select 1 from webhook_lane where lease_until_ms > :leaseFromMs and lease_until_ms <= :leaseToMs)
    or exists (select 1 from search_lease where until_ms > :leaseFromMs and until_ms <= :leaseToMs)
    or exists (select 1 from schedule where planned_at_ms > :fromMs and planned_at_ms <= :toMs)
    or exists (select 1 from connector_feed where retry_at_ms > :fromMs and retry_at_ms <= :toMs) as is_due`;

/** One moment, by the clock of all and by that of leases. */
interface Times {
  ms: number;
  leaseMs: number;
}

interface Watched {
  context: MutationContext;
  bell: Pick<Bell, "ring">;
  changes: Pick<Bell, "ring">;
}

/**
 * Rings when another process has committed something, or the time of something has come, until `signal` aborts: the threads of
 * this one then look. Never throws: while the server does not answer it does not ring, and once it does it rings.
 */
export async function watchServer(
  open: (deadline: Deadline) => Promise<KeptStream>,
  { context, bell, changes }: Watched,
  signal: AbortSignal,
): Promise<void> {
  const pooled = pooledStream(open);
  const times = (): Times => ({ ms: context.now(), leaseMs: leaseNowMs(context) });
  let [from, activeUntilMs] = [times(), 0];
  /** A new connection counts from elsewhere. */
  let known: { stream: KeptStream; version: number } | undefined;

  async function read(to: Times): Promise<{ stream: KeptStream; row: Row }> {
    const args = { fromMs: from.ms, toMs: to.ms, leaseFromMs: from.leaseMs, leaseToMs: to.leaseMs };
    const statement = toStatement(LOOK, args, undefined, true);
    const deadline = deadlineIn(ANSWER_MS);
    return pooled.use(async (stream) => {
      const [outcome] = await stream.run([statement], { isChain: false }, deadline);
      if (!outcome || "error" in outcome) throw outcome?.error ?? new Error("The database server ran nothing");
      return { stream, row: outcome.rows[0] ?? {} };
    }, deadline);
  }

  async function look(): Promise<void> {
    const to = times();
    const { stream, row } = await read(to);
    const version = number(row, "version");
    const isChanged = known?.stream !== stream || known.version !== version;
    if (isChanged) activeUntilMs = performance.now() + ACTIVE_FOR_MS;
    from = to;
    known = { stream, version };
    if (boolean(row, "is_job_due") || (isChanged && boolean(row, "has_ready"))) bell.ring();
    if (isChanged || boolean(row, "is_due")) changes.ring();
  }

  while (!signal.aborted) {
    await look().catch(() => {
      known = undefined;
    });
    const restMs = performance.now() < activeUntilMs ? ACTIVE_MS : REST_MS;
    await sleep(restMs, undefined, { signal }).catch(() => undefined);
  }
  pooled.close();
}

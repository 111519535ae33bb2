import { type Static, Type } from "@sinclair/typebox";
import type { Connector } from "../../../../db/connectors/connectors.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { ApiError, type FieldProblem } from "../../../http/output/errors.ts";
import type { Timing } from "../../../schedules/next-run.ts";
import { plan, unplan } from "../../../schedules/schedule-plan.ts";
import { timingProblems } from "../../../schedules/timing-fields.ts";
import { SyncJobs } from "../../sync-job.ts";
import type { Platform } from "../define-platform.ts";
import { beginSyncIn } from "../synchronise.ts";

const PULLS = ["orders", "products"] as const;
const JOB_TYPES = { orders: "pull_orders", products: "pull_products" } as const;
const MINUTES_MIN = 5;
const MINUTES_MAX = 44_640;
/** What changed while the pull before was under way is read again. */
const OVERLAP_MS = 10 * 60_000;

const ScheduledPull = Type.Object({
  pull: oneOf(PULLS, { description: "What is read: orders, or products that have changed since the last time." }),
  interval_minutes: Type.Optional(
    Type.Integer({ minimum: MINUTES_MIN, maximum: MINUTES_MAX, description: "Minutes from one pull to the next." }),
  ),
  cron_expression: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "In place of an interval: five fields, or @hourly, @daily, @weekly, @monthly.",
      examples: ["30 6 * * mon-fri"],
    }),
  ),
  timezone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "IANA name, for `cron_expression`.", default: "UTC" }),
  ),
});
/** A pull that runs by itself. */
export type ScheduledPull = Static<typeof ScheduledPull>;

export const ScheduledPulls = Type.Array(ScheduledPull, {
  maxItems: PULLS.length,
  description: "Pulls that run by themselves: as the net under webhooks that were lost, or where a shop sends none.",
  examples: [[{ pull: "orders", interval_minutes: 15 }]],
});

const timingOf = ({ interval_minutes: minutes, cron_expression: cron, timezone = "UTC" }: ScheduledPull): Timing => ({
  schedule_type: cron === undefined ? "interval_minutes" : "cron_expression",
  interval_minutes: minutes ?? null,
  cron_expression: cron ?? null,
  timezone,
});

/** What is wrong with the scheduled pulls of a connector. */
export function scheduleProblems(platform: Platform, pulls: readonly ScheduledPull[]): FieldProblem[] {
  return pulls.flatMap((pull, index): FieldProblem[] => {
    const place = `sync_options.scheduled_pulls[${index}]`;
    const isAble =
      pull.pull === "orders" ? platform.hasOrders === true : platform.capabilities.includes("pull_products");
    const unable: FieldProblem = { field: `${place}.pull`, type: "invalid_value", key: "connectors.cannot_pull" };
    if (!isAble || pulls.findIndex((each) => each.pull === pull.pull) !== index) return [unable];
    if ((pull.interval_minutes === undefined) === (pull.cron_expression === undefined)) {
      return [{ field: `${place}.interval_minutes`, type: "invalid_value", key: "connectors.one_timing" }];
    }
    return timingProblems(timingOf(pull)).map((problem) => ({ ...problem, field: `${place}.${problem.field}` }));
  });
}

/** Those that `sync_options` name, as the schema of requests says. */
const pullsOf = ({ isActive, syncOptions }: Connector): ScheduledPull[] =>
  isActive && Array.isArray(syncOptions["scheduled_pulls"]) ? syncOptions["scheduled_pulls"] : [];

/** Plans the pulls of a connector that was made, changed or removed; what stays the same keeps its next time. */
export async function planPulls(
  tx: Tx,
  { before, after }: { before: Connector | undefined; after: Connector | undefined },
  nowMs: number,
): Promise<void> {
  const connectorId = (after ?? before)?.id;
  if (connectorId === undefined) return;
  for (const name of PULLS) {
    const find = (connector: Connector | undefined) =>
      connector && pullsOf(connector).find(({ pull }) => pull === name);
    const [was, is] = [find(before), find(after)];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const ownerId = `${connectorId} ${name}`;
    if (!is) await unplan(tx, "connectors.scheduled-pull", ownerId);
    else {
      const payload = { connectorId, jobType: JOB_TYPES[name] };
      await plan(tx, { kind: "connectors.scheduled-pull", ownerId, payload, isActive: true }, timingOf(is), nowMs);
    }
  }
}

/** From when on products are read: since the last pull of them that went well. Orders have their own place. */
async function scopeOf(tx: Tx, connectorId: string, jobType: "pull_products" | "pull_orders") {
  if (jobType === "pull_orders") return {};
  const where = { connectorId, jobType, status: "completed" } as const;
  const [last] = await SyncJobs.table.list(tx, { where, by: "startedAtMs", limit: 1 });
  return last ? { sinceUs: (last.startedAtMs - OVERLAP_MS) * 1_000 } : {};
}

/** Begins a pull whose time has come, unless one is under way or the connector cannot. */
export const beginScheduledPull = mutation(
  "connectors.begin-scheduled-pull",
  async (
    tx,
    { connectorId, jobType }: { connectorId: string; jobType: "pull_products" | "pull_orders" },
    context: MutationContext,
  ): Promise<void> => {
    try {
      const scope = await scopeOf(tx, connectorId, jobType);
      await beginSyncIn(tx, { connectorId, jobType, scope, trigger: "schedule" }, context);
    } catch (error) {
      // It was switched off, has no credentials, was deleted, or one is under way: the next time comes.
      if (!(error instanceof ApiError)) throw error;
    }
  },
);

import { setTimeout as sleep } from "node:timers/promises";
import { findJobOutcome } from "../../../../db/jobs/tenant-jobs.ts";
import type { Reader } from "../../../../db/ports.ts";
import { ApiError, reviveError } from "../../../http/output/errors.ts";
import type { Language } from "../../../http/output/messages.ts";
import type { Services } from "../../../runtime/services.ts";
import type { DryRunOutcome } from "../../jobs.ts";
import { requireImport, requireMovable } from "../../require-import.ts";
import type { DryRun } from "./dry-run.ts";
import { leaveDryRun, startDryRun } from "./start-dry-run.ts";

/** From the request to the answer: longer, and the connection would be closed as idle. */
const DEADLINE_MS = 200_000;
const FIRST_LOOK_MS = 10;
const LOOK_MAX_MS = 250;

const cancelled = () => new ApiError("INVALID_STATE", { key: "imports.dry_run_cancelled" });
const tooLong = () =>
  new ApiError("REQUEST_TIMEOUT", { key: "imports.dry_run_too_long", params: { seconds: DEADLINE_MS / 1000 } });

/**
 * Runs a dry run as a job and waits for it. It ends when its caller leaves, when it is cancelled and after 200 seconds.
 * Throws what the dry run does, RATE_LIMIT_EXCEEDED, REQUEST_TIMEOUT, and INVALID_STATE when it was cancelled.
 */
export async function runDryRun(
  { write, now, steadyNow }: Pick<Services, "write" | "now" | "steadyNow">,
  db: Reader,
  { id, language, left, rowsMax }: { id: string; language: Language; left: AbortSignal; rowsMax?: number | undefined },
): Promise<DryRun> {
  const endsAtMs = steadyNow() + DEADLINE_MS;
  const uid = await write(startDryRun, db.tenantId, { id, language, deadlineMs: now() + DEADLINE_MS, rowsMax });
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(LOOK_MAX_MS, lookMs * 2)) {
    const answer = endOf(await findJobOutcome(db, uid));
    if (answer) return answer;
    const isLate = steadyNow() >= endsAtMs;
    if (isLate || left.aborted) {
      await write(leaveDryRun, db.tenantId, { uid });
      throw isLate ? tooLong() : cancelled();
    }
    await sleep(lookMs, undefined, { signal: left }).catch(() => undefined);
  }
}

/** Rows that show what an import comes to. */
const CHECKED_ROWS = 20_000;

/** Throws INVALID_STATE with what is suspicious about the outcome of an import and not among `confirmed`; for the rest as `runDryRun`. */
export async function requireConfirmed(
  services: Pick<Services, "write" | "now" | "steadyNow">,
  db: Reader,
  { confirmed, ...asked }: { id: string; language: Language; left: AbortSignal; confirmed: readonly string[] },
): Promise<void> {
  await requireMovable(db, asked.id, "start_processing");
  const { warnings } = await runDryRun(services, db, { ...asked, rowsMax: CHECKED_ROWS });
  const open = warnings.filter(({ code, severity }) => severity !== "info" && !confirmed.includes(code));
  if (open.length === 0) return;
  const found = await requireImport(db, asked.id);
  throw new ApiError("INVALID_STATE", {
    key: "imports.unconfirmed",
    details: { current_state: found.status, warnings: open },
  });
}

/** The answer of a job that has ended; `undefined` while it has not. */
function endOf(job: { state: string; noted: unknown; error: string | null } | undefined): DryRun | undefined {
  if (!job || job.state === "cancelled") throw cancelled();
  if (job.state === "failed") throw new Error(job.error ?? "the dry run failed");
  if (job.state !== "done") return undefined;
  if (job.noted === null) throw tooLong();
  // The handler noted it.
  const outcome = job.noted as DryRunOutcome;
  if ("refused" in outcome) throw reviveError(outcome.refused);
  return outcome.answer as DryRun;
}

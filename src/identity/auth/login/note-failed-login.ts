import { type LoginFailures, listLoginFailures, putLoginFailures } from "../../../../db/auth/login-failures.ts";
import { deleteOldOf } from "../../../../db/maintenance/old-rows.ts";
import { mutation } from "../../../../db/ports.ts";
import { noteAudit } from "../../../audit/note-audit.ts";
import { type LockoutRule, lockedUntil, UNKNOWN_DEVICE } from "./lockout.ts";

export interface FailedLogin {
  /** As `normalEmail` makes it; it may have no account. */
  email: string;
  /** The known device's id, or `UNKNOWN_DEVICE`. */
  device: string;
  rule: LockoutRule;
  /** `null` when the address has none. */
  account: { tenantId: string; userId: string } | null;
}

const SWEEP_MAX = 20;

/** The failures of one device after one more. */
function oneMore(
  known: LoginFailures | undefined,
  device: string,
  { threshold, windowMs }: LockoutRule,
  nowMs: number,
): LoginFailures {
  const recent = (known?.failedAtMs ?? []).filter((atMs) => atMs > nowMs - windowMs && atMs <= nowMs);
  const failedAtMs = [...recent, nowMs].slice(-threshold);
  return { device, failedAtMs, lockedUntilMs: failedAtMs.length >= threshold ? nowMs + windowMs : null };
}

/**
 * Counts a failed login, of a known device for itself and for everybody, and locks whom it was one too many for. Attempts
 * under a lock do not count. Returns until when the device is locked, `null` when it is not.
 */
export const noteFailedLogin = mutation(
  "auth.note-failed-login",
  async (tx, { email, device, rule, account }: FailedLogin, context): Promise<number | null> => {
    const nowMs = context.now();
    const failures = await listLoginFailures(tx, email);
    for (const each of new Set([device, UNKNOWN_DEVICE])) {
      if (lockedUntil(failures, each, nowMs) !== null) continue;
      const known = failures.find((failure) => failure.device === each);
      await putLoginFailures(tx, email, oneMore(known, each, rule, nowMs), nowMs);
    }
    await deleteOldOf(tx, "login_failure", { beforeMs: nowMs - 2 * rule.windowMs, limit: SWEEP_MAX });
    const untilMs = lockedUntil(await listLoginFailures(tx, email), device, nowMs);
    if (account) {
      await noteAudit(
        tx.as(account.tenantId),
        context,
        "session.refused",
        account.userId,
        { locked: untilMs !== null },
        "user",
      );
    }
    return untilMs;
  },
);

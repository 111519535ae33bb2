import { type LoginFailures, listLoginFailures } from "../../../../db/auth/login-failures.ts";
import { EVERY_TENANT } from "../../../../db/ports.ts";
import type { Config } from "../../../config/config.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";

/** The device of everybody who is not known. */
export const UNKNOWN_DEVICE = "";

/** How many failures within which time lock an account, and for how long. */
export interface LockoutRule {
  threshold: number;
  windowMs: number;
}

export const lockoutRule = ({ lockoutThreshold, lockoutMinutes }: Config): LockoutRule => ({
  threshold: lockoutThreshold,
  windowMs: lockoutMinutes * 60_000,
});

const NEVER_FAILED = { lockedUntilMs: null, failedAtMs: [] };

/** Until when a device is locked out of an account; `null` when it is not. */
export function lockedUntil(failures: LoginFailures[], device: string, nowMs: number): number | null {
  const { lockedUntilMs: untilMs, failedAtMs } = failures.find((each) => each.device === device) ?? NEVER_FAILED;
  // Failures that lie ahead were noted before the clock was set back: their lock would last for as long.
  const isAhead = failedAtMs.some((atMs) => atMs > nowMs);
  return untilMs !== null && untilMs > nowMs && !isAhead ? untilMs : null;
}

/** 423, with the end of the lock. */
export function accountLocked(untilMs: number, nowMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  return new ApiError("ACCOUNT_LOCKED", {
    details: { locked_until: new Date(untilMs).toISOString(), retry_after: seconds },
    headers: { "retry-after": String(seconds) },
  });
}

/** How an account stands, as the API shows it. Says the same of an address without failures and one never tried. */
export async function readLockout({ reader, config, now }: Pick<Services, "reader" | "config" | "now">, email: string) {
  const nowMs = now();
  const { threshold, windowMs } = lockoutRule(config);
  const failures = await listLoginFailures(reader(EVERY_TENANT), email);
  const untils = failures.flatMap(({ device }) => lockedUntil(failures, device, nowMs) ?? []);
  const counts = failures.map(
    ({ failedAtMs }) => failedAtMs.filter((atMs) => atMs > nowMs - windowMs && atMs <= nowMs).length,
  );
  const untilMs = untils.length > 0 ? Math.max(...untils) : undefined;
  return {
    email,
    is_locked: untilMs !== undefined,
    failed_attempts: Math.max(0, ...counts),
    max_attempts: threshold,
    locked_until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
    remaining_seconds: untilMs === undefined ? 0 : Math.ceil((untilMs - nowMs) / 1000),
  };
}

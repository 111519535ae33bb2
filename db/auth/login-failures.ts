/** Failed logins. They belong to an address of the whole instance, so no statement here names a tenant. */
import type { Reader, Tx } from "../ports.ts";
import { json, numberOrNull, type Row, text } from "../rows.ts";

/** The latest failed logins for one address from one known device, or from all others together. */
export interface LoginFailures {
  /** Empty: all devices that are not known. */
  device: string;
  /** Oldest first. */
  failedAtMs: number[];
  lockedUntilMs: number | null;
}

const readLoginFailures = (row: Row): LoginFailures => ({
  device: text(row, "device"),
  failedAtMs: json(row, "failed_at_ms") as number[], // written from a list of numbers
  lockedUntilMs: numberOrNull(row, "locked_until_ms"),
});

export const listLoginFailures = (db: Reader, email: string): Promise<LoginFailures[]> =>
  db.all(
    "select device, failed_at_ms, locked_until_ms from login_failure where email = :email",
    { email },
    readLoginFailures,
  );

export const putLoginFailures = (
  tx: Tx,
  email: string,
  { device, failedAtMs, lockedUntilMs }: LoginFailures,
  nowMs: number,
) =>
  tx.run(
    `insert into login_failure (email, device, failed_at_ms, last_failed_at_ms, locked_until_ms)
     values (:email, :device, :failedAtMs, :nowMs, :lockedUntilMs)
     on conflict do update set failed_at_ms = excluded.failed_at_ms, last_failed_at_ms = excluded.last_failed_at_ms,
                               locked_until_ms = excluded.locked_until_ms`,
    { email, device, failedAtMs: JSON.stringify(failedAtMs), nowMs, lockedUntilMs },
  );

/** Forgets the failures of a device, and those of unknown devices unless they are locked out. */
export const deleteFailuresOfDevice = (tx: Tx, email: string, device: string, nowMs: number) =>
  tx.run(
    `delete from login_failure
      where email = :email and (device = :device or (device = '' and ifnull(locked_until_ms, 0) <= :nowMs))`,
    { email, device, nowMs },
  );

export const deleteLoginFailures = (tx: Tx, email: string) =>
  tx.run("delete from login_failure where email = :email", { email });

import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";

/** A mail that waits to be sent. */
export interface Mail {
  id: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  createdAtMs: number;
  /** From then on it says nothing true any more, and is not sent. */
  expiresAtMs: number;
}

const readMail = (row: Row): Mail => ({
  id: text(row, "id"),
  recipient: text(row, "recipient"),
  subject: text(row, "subject"),
  body: text(row, "body"),
  createdAtMs: number(row, "created_at_ms"),
  expiresAtMs: number(row, "expires_at_ms"),
});

export const findMail = (db: Reader, id: string): Promise<Mail | undefined> =>
  db.first(
    `select id, recipient, subject, body, created_at_ms, expires_at_ms
       from mail where tenant_id = :tenant and id = :id`,
    { id },
    readMail,
  );

export const insertMail = (tx: Tx, { id, recipient, subject, body, createdAtMs, expiresAtMs }: Mail) =>
  tx.run(
    `insert into mail (tenant_id, id, recipient, subject, body, created_at_ms, expires_at_ms)
     values (:tenant, :id, :recipient, :subject, :body, :createdAtMs, :expiresAtMs)`,
    { id, recipient, subject, body, createdAtMs, expiresAtMs },
  );

export const updateMailError = (tx: Tx, id: string, error: string) =>
  tx.run("update mail set error = :error where tenant_id = :tenant and id = :id", { id, error });

export const deleteMail = (tx: Tx, id: string) =>
  tx.run("delete from mail where tenant_id = :tenant and id = :id", { id });

/** Deletes at most `limit` mails that ran out. */
export const deleteExpiredMails = (tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }) =>
  tx.run(
    `delete from mail where tenant_id = :tenant and id in
       (select id from mail where tenant_id = :tenant and expires_at_ms < :nowMs order by expires_at_ms limit :limit)`,
    { nowMs, limit },
  );

import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

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

/** A mail as it lies in the outbox. */
export interface StoredMail extends Mail {
  /** Which key opens the body; `null`: it is not encrypted. */
  keyId: string | null;
}

const readMail = (row: Row): StoredMail => ({
  id: text(row, "id"),
  recipient: text(row, "recipient"),
  subject: text(row, "subject"),
  body: text(row, "body"),
  createdAtMs: number(row, "created_at_ms"),
  expiresAtMs: number(row, "expires_at_ms"),
  keyId: textOrNull(row, "key_id"),
});

export const findMail = (db: Reader, id: string): Promise<StoredMail | undefined> =>
  db.first(
    `select id, recipient, subject, body, created_at_ms, expires_at_ms, key_id
       from mail where tenant_id = :tenant and id = :id`,
    { id },
    readMail,
  );

export const insertMail = (tx: Tx, { id, recipient, subject, body, createdAtMs, expiresAtMs, keyId }: StoredMail) =>
  tx.run(
    `insert into mail (tenant_id, id, recipient, subject, body, created_at_ms, expires_at_ms, key_id)
     values (:tenant, :id, :recipient, :subject, :body, :createdAtMs, :expiresAtMs, :keyId)`,
    { id, recipient, subject, body, createdAtMs, expiresAtMs, keyId },
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

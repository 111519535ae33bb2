import { keyedTable } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const MAIL = {
  id: TEXT,
  recipient: TEXT,
  subject: TEXT,
  /** Plain text. */
  body: TEXT,
  createdAtMs: NUMBER,
  /** From then on it says nothing true any more, and is not sent. */
  expiresAtMs: NUMBER,
  /** Which key opens the body; `null`: it is not encrypted. */
  keyId: TEXT_OR_NULL,
};
export const outbox = keyedTable("mail", MAIL);
/** A mail as it lies in the outbox. */
export type StoredMail = ValuesOf<typeof MAIL>;
/** A mail that waits to be sent. */
export type Mail = Omit<StoredMail, "keyId">;

export const updateMailError = (tx: Tx, id: string, error: string) =>
  tx.run("update mail set error = :error where tenant_id = :tenant and id = :id", { id, error });

import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { FLAG, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const LOG = {
  /** Grows with time. */
  id: TEXT,
  webhookId: TEXT,
  eventId: TEXT,
  /** The type of the event. */
  event: TEXT,
  /** 0: there was no answer. */
  statusCode: NUMBER,
  success: FLAG,
  durationMs: NUMBER,
  /** From 1, for each delivery. */
  attempt: NUMBER,
  /** `null` for a success. */
  errorMessage: TEXT_OR_NULL,
  triggeredAtMs: NUMBER,
};
const table = keyedTable("webhook_log", LOG, ["webhookId", "id"]);
/** One request to a receiver, and what came of it. */
export type DeliveryLog = ValuesOf<typeof LOG>;
const { selected, read } = table;

/** One page of a webhook's log, newest first. `before` is the last id of the page before. */
export const listLogs = (
  db: Reader,
  webhookId: string,
  { limit, offset, before }: { limit: number; offset: number; before: string | undefined },
): Promise<DeliveryLog[]> =>
  db.all(
    `select ${selected} from webhook_log
      where tenant_id = :tenant and webhook_id = :webhookId and id < :before
      order by id desc limit :limit offset :offset`,
    // Above every id.
    { webhookId, limit, offset, before: before ?? "~" },
    read,
  );

export const countLogs = (db: Reader, webhookId: string): Promise<number> => table.count(db, { webhookId });

export const findLog = (db: Reader, webhookId: string, id: string): Promise<DeliveryLog | undefined> =>
  table.find(db, { webhookId, id });

export const insertLogs = (tx: Tx, logs: readonly DeliveryLog[]): Promise<void> => table.insertAll(tx, logs);

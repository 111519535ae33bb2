import { keyedTable } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
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
export const webhookLogs = keyedTable("webhook_log", LOG, ["webhookId", "id"]);
/** One request to a receiver, and what came of it. */
export type DeliveryLog = ValuesOf<typeof LOG>;

/** One page of a webhook's log, newest first. `before` is the last id of the page before. */
export const listLogs = (
  db: Reader,
  webhookId: string,
  { before, ...range }: { limit: number; offset: number; before: string | undefined },
): Promise<DeliveryLog[]> =>
  webhookLogs.list(db, {
    where: { webhookId },
    by: "id",
    after: before === undefined ? before : [before, ""],
    ...range,
  });

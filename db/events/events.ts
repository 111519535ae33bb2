import { keyedTable } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { NUMBER, TEXT, type ValuesOf } from "../table.ts";

const EVENT = {
  id: TEXT,
  type: TEXT,
  /** The JSON text whose UTF-8 bytes every receiver gets. */
  body: TEXT,
  createdAtMs: NUMBER,
};
const table = keyedTable("event", EVENT);
/** An event as it is stored and sent. */
export type EventRow = ValuesOf<typeof EVENT>;

export const insertEvents = (tx: Tx, events: readonly EventRow[]): Promise<void> => table.insertAll(tx, events);

import { keyedTable } from "../keyed-table.ts";
import { NUMBER, TEXT, type ValuesOf } from "../table.ts";

const EVENT = {
  id: TEXT,
  type: TEXT,
  /** The JSON text whose UTF-8 bytes every receiver gets. */
  body: TEXT,
  createdAtMs: NUMBER,
};
export const storedEvents = keyedTable("event", EVENT);
/** An event as it is stored and sent. */
export type EventRow = ValuesOf<typeof EVENT>;

import type { Reader, Tx } from "./ports.ts";
import { number } from "./rows.ts";

/** Asks the database for nothing but an answer. Throws when there is none. */
export const ping = (db: Reader): Promise<number> => db.one("select 1 as answer", {}, (row) => number(row, "answer"));

/** Writes nothing, as the writer: it waits for its turn, and throws when there is none. */
export const touch = (tx: Tx): Promise<void> =>
  tx.send("update job set state = state where tenant_id = :tenant and id = -1", {});

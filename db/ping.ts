import type { Reader } from "./ports.ts";
import { number } from "./rows.ts";

/** Asks the database for nothing but an answer. Throws when there is none. */
export const ping = (db: Reader): Promise<number> => db.one("select 1 as answer", {}, (row) => number(row, "answer"));

import type { Reader } from "../ports.ts";
import { number } from "../rows.ts";

/** The tenant's change clock in a statement: as long as it stands, no product has changed. 0 before the first change. */
export const CLOCK = "ifnull((select last_us from tenant_clock where tenant_id = :tenant), 0)";

const READ = `select ${CLOCK} as clock`;

/** The tenant's change clock, in Unix microseconds of the last change. */
export const readClock = (db: Reader): Promise<number> => db.one(READ, {}, (row) => number(row, "clock"));

import type { Columns } from "../../../db/table.ts";
import type { Expansion } from "../../http/input/expand.ts";
import type { Fields, Record_, RowOf } from "./record.ts";

/**
 * Gives rows of a resource to answers that name them by id, as `shownAs` shows them; nothing of those that it hides. `rights`:
 * what a read of them needs.
 */
export const rowsById = <F extends Fields, H extends Columns>(
  record: Record_<F, H>,
  rights: Expansion["rights"],
  shownAs: (row: RowOf<F, H>) => Record<string, unknown> | undefined = record.bodyOf,
): Expansion => ({
  rights,
  find: async (db, ids) => {
    const rows = await record.table.findBy(db, "id", ids);
    return new Map(
      rows.flatMap((row): [string, Record<string, unknown>][] => {
        const shown = shownAs(row);
        return shown ? [[row.id, shown]] : [];
      }),
    );
  },
});

import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

const COLUMNS = {
  userId: TEXT,
  nameKey: TEXT,
  name: TEXT,
  /** Parameters of the list of products, and their values. */
  query: jsonColumn<Record<string, string>>(),
  /** Names of product fields, in order. */
  columns: jsonColumn<string[]>(),
  updatedAtMs: NUMBER,
};
const table = keyedTable("saved_view", COLUMNS, ["userId", "nameKey"]);

/** A list of products that a user has named. */
export type SavedView = ValuesOf<typeof COLUMNS>;
type Key = Pick<SavedView, "userId" | "nameKey">;

/** Those of a user, by name. */
export const listSavedViews = (
  db: Reader,
  { userId, after, limit, offset }: { userId: string; after: string | undefined; limit: number; offset: number },
): Promise<SavedView[]> =>
  db.all(
    `select ${table.selected} from saved_view
      where tenant_id = :tenant and user_id = :userId and name_key > :after
      order by name_key limit :limit offset :offset`,
    { userId, after: after ?? "", limit, offset },
    table.read,
  );

export const countSavedViews = (db: Reader, userId: string): Promise<number> => table.count(db, { userId });

export const findSavedView = (db: Reader, key: Key): Promise<SavedView | undefined> => table.find(db, key);

export const saveSavedView = (tx: Tx, view: SavedView): Promise<number> => table.save(tx, view);

export const deleteSavedView = (tx: Tx, key: Key): Promise<number> => table.erase(tx, key);

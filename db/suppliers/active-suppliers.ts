import type { Reader } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { TEXT, TEXT_OR_NULL } from "../table.ts";

const ACTIVE = selection("supplier", {
  id: TEXT,
  code: TEXT,
  name: TEXT,
  /** ISO 3166-1 alpha-2. */
  country: TEXT_OR_NULL,
});
/** A supplier as an ERP reads it. */
export type ActiveSupplier = SelectedBy<typeof ACTIVE>;

/** Every active supplier, by name. */
export const listActiveSuppliers = (db: Reader): Promise<ActiveSupplier[]> =>
  db.all(
    `select ${ACTIVE.selected} from supplier
      where tenant_id = :tenant and is_active = 1 order by name_key, id`,
    {},
    ACTIVE.read,
  );

import type { Reader } from "../ports.ts";
import { text, textOrNull } from "../rows.ts";

/** A supplier as an ERP reads it. */
export interface ActiveSupplier {
  id: string;
  code: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** Every active supplier, by name. */
export const listActiveSuppliers = (db: Reader): Promise<ActiveSupplier[]> =>
  db.all(
    `select id, code, name, country from supplier
      where tenant_id = :tenant and is_active = 1 order by name_key, id`,
    {},
    (row) => ({
      id: text(row, "id"),
      code: text(row, "code"),
      name: text(row, "name"),
      country: textOrNull(row, "country"),
    }),
  );

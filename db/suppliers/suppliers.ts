import type { Reader, Tx } from "../ports.ts";
import { type Row, text } from "../rows.ts";

export interface Supplier {
  id: string;
  /** As given. */
  code: string;
  /** Lower case, without accents: unique in the tenant. */
  codeKey: string;
  name: string;
}

const readSupplier = (row: Row): Supplier => ({
  id: text(row, "id"),
  code: text(row, "code"),
  codeKey: text(row, "code_key"),
  name: text(row, "name"),
});

/** The suppliers whose codes have these keys, in no order. */
export const findSuppliersByKeys = (db: Reader, keys: readonly string[]): Promise<Supplier[]> =>
  db.all(
    `select supplier.id, supplier.code, supplier.code_key, supplier.name from json_each(:keys) wanted
      cross join supplier on supplier.tenant_id = :tenant and supplier.code_key = wanted.value`,
    { keys: JSON.stringify(keys) },
    readSupplier,
  );

export const findSupplier = (db: Reader, id: string): Promise<Supplier | undefined> =>
  db.first(
    "select id, code, code_key, name from supplier where tenant_id = :tenant and id = :id",
    { id },
    readSupplier,
  );

export const insertSuppliers = (tx: Tx, suppliers: readonly Supplier[], nowMs: number): Promise<void> =>
  tx.runMany(
    `insert into supplier (tenant_id, id, code, code_key, name, created_at_ms, updated_at_ms)
      values (:tenant, :id, :code, :codeKey, :name, :nowMs, :nowMs)`,
    suppliers.map((supplier) => ({ ...supplier, nowMs })),
  );

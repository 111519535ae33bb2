import { BEHIND, type NamedRange, rangeArgs } from "../named-range.ts";
import type { Reader, Tx } from "../ports.ts";
import { boolean, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** What a code is matched by and leads to. */
export interface SupplierCode {
  id: string;
  /** As given. */
  code: string;
  /** Lower case, without accents: unique in the tenant. */
  codeKey: string;
  name: string;
}

export interface Supplier extends SupplierCode {
  /** The name as lists are ordered by it. */
  nameKey: string;
  isActive: boolean;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  contactName: string | null;
  /** ISO 4217. */
  currency: string;
  leadTimeDays: number | null;
  minOrderAmountCents: number | null;
  notes: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

/** A supplier with how many live products it sells. */
export interface CountedSupplier extends Supplier {
  productCount: number;
}

const readCode = (row: Row): SupplierCode => ({
  id: text(row, "id"),
  code: text(row, "code"),
  codeKey: text(row, "code_key"),
  name: text(row, "name"),
});

const COLUMNS = `supplier.id, supplier.code, supplier.code_key, supplier.name, supplier.name_key, supplier.is_active,
  supplier.country, supplier.email, supplier.phone, supplier.website, supplier.contact_name, supplier.currency,
  supplier.lead_time_days, supplier.min_order_amount_cents, supplier.notes, supplier.created_at_ms,
  supplier.updated_at_ms, supplier.version,
  ifnull((select product_count.products from product_count
    where product_count.tenant_id = :tenant and product_count.owner_id = supplier.id), 0) as products`;

const readSupplier = (row: Row): CountedSupplier => ({
  ...readCode(row),
  nameKey: text(row, "name_key"),
  isActive: boolean(row, "is_active"),
  country: textOrNull(row, "country"),
  email: textOrNull(row, "email"),
  phone: textOrNull(row, "phone"),
  website: textOrNull(row, "website"),
  contactName: textOrNull(row, "contact_name"),
  currency: text(row, "currency"),
  leadTimeDays: numberOrNull(row, "lead_time_days"),
  minOrderAmountCents: numberOrNull(row, "min_order_amount_cents"),
  notes: textOrNull(row, "notes"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
  productCount: number(row, "products"),
});

const SORTS = { name: "supplier.name_key", created_at: "supplier.created_at_ms" } as const;
const MATCHES = `supplier.tenant_id = :tenant
  and (:search is null or instr(supplier.name_key || char(10) || supplier.code_key, :search) > 0)`;

export function listSuppliers(db: Reader, range: NamedRange): Promise<CountedSupplier[]> {
  const { sort, order } = range;
  return db.all(
    `select ${COLUMNS} from supplier
      where ${MATCHES}
        and (:afterValue is null or (${SORTS[sort]}, supplier.id) ${BEHIND[order]} (:afterValue, :afterId))
      order by ${SORTS[sort]} ${order}, supplier.id ${order} limit :limit offset :offset`,
    rangeArgs(range),
    readSupplier,
  );
}

export const countSuppliers = (db: Reader, search: string | null): Promise<number> =>
  db.one(`select count(*) as count from supplier where ${MATCHES}`, { search }, (row) => number(row, "count"));

/** The suppliers whose codes have these keys, in no order. */
export const findSuppliersByKeys = (db: Reader, keys: readonly string[]): Promise<SupplierCode[]> =>
  db.all(
    `select supplier.id, supplier.code, supplier.code_key, supplier.name from json_each(:keys) wanted
      cross join supplier on supplier.tenant_id = :tenant and supplier.code_key = wanted.value`,
    { keys: JSON.stringify(keys) },
    readCode,
  );

export const findSupplier = (db: Reader, id: string): Promise<CountedSupplier | undefined> =>
  db.first(
    `select ${COLUMNS} from supplier where supplier.tenant_id = :tenant and supplier.id = :id`,
    { id },
    readSupplier,
  );

/** Inserts suppliers of which only the code is known, which is their name too. */
export const insertSuppliers = (tx: Tx, suppliers: readonly SupplierCode[], nowMs: number): Promise<void> =>
  tx.runMany(
    `insert into supplier (tenant_id, id, code, code_key, name, name_key, created_at_ms, updated_at_ms)
      values (:tenant, :id, :code, :codeKey, :name, :codeKey, :nowMs, :nowMs)`,
    suppliers.map((supplier) => ({ ...supplier, nowMs })),
  );

const argsOf = ({ isActive, ...supplier }: Supplier) => ({ ...supplier, isActive: isActive ? 1 : 0 });

export const insertSupplier = (tx: Tx, supplier: Supplier): Promise<number> =>
  tx.run(
    `insert into supplier (tenant_id, id, code, code_key, name, name_key, is_active, country, email, phone, website,
        contact_name, currency, lead_time_days, min_order_amount_cents, notes, created_at_ms, updated_at_ms, version)
      values (:tenant, :id, :code, :codeKey, :name, :nameKey, :isActive, :country, :email, :phone, :website,
        :contactName, :currency, :leadTimeDays, :minOrderAmountCents, :notes, :createdAtMs, :updatedAtMs, :version)`,
    argsOf(supplier),
  );

export const updateSupplier = (tx: Tx, supplier: Supplier): Promise<number> =>
  tx.run(
    `update supplier set code = :code, code_key = :codeKey, name = :name, name_key = :nameKey, is_active = :isActive,
        country = :country, email = :email, phone = :phone, website = :website, contact_name = :contactName,
        currency = :currency, lead_time_days = :leadTimeDays, min_order_amount_cents = :minOrderAmountCents,
        notes = :notes, updated_at_ms = :updatedAtMs, version = :version
      where tenant_id = :tenant and id = :id`,
    argsOf(supplier),
  );

export const deleteSupplier = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from supplier where tenant_id = :tenant and id = :id", { id });

import type { Reader } from "../../../db/ports.ts";
import { type SupplierFilter, supplierConditions } from "../../../db/suppliers/suppliers.ts";
import type { Counted } from "../../../db/table.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { Supplier, type SupplierRow } from "../../reference/suppliers/supplier.ts";
import { isoOfMs } from "../../text/instant.ts";
import { nameKey } from "../../text/name-key.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { chooseFields, type FieldChoice } from "./choose-fields.ts";
import type { Column, Table } from "./table.ts";

type ListedSupplier = SupplierRow & Counted;

/** Which suppliers to export, and what of them. Plain data. */
export interface SupplierExport {
  filter: SupplierFilter;
  fields: readonly string[];
}

const columnOf =
  (kind: Column<ListedSupplier>["kind"]) =>
  (name: string, read: Column<ListedSupplier>["read"]): Column<ListedSupplier> => ({ name, kind, read });
const plain = columnOf("plain");
const code = columnOf("code");

/** Every field of a supplier, in the order in which an export has them. */
export const SUPPLIER_FIELDS: readonly Column<ListedSupplier>[] = [
  code("id", ({ id }) => id),
  plain("code", (supplier) => supplier.code),
  plain("name", ({ name }) => name),
  code("is_active", ({ is_active }) => is_active),
  plain("country", ({ country }) => country),
  plain("email", ({ email }) => email),
  plain("phone", ({ phone }) => phone),
  plain("website", ({ website }) => website),
  plain("product_count", ({ product_count }) => product_count),
  code("created_at", ({ created_at_ms }) => isoOfMs(created_at_ms)),
  code("updated_at", ({ updated_at_ms }) => isoOfMs(updated_at_ms)),
];
const findField = (name: string) => SUPPLIER_FIELDS.find((field) => field.name === name);

export const chooseSupplierFields = (choice: FieldChoice) =>
  chooseFields({ fields: SUPPLIER_FIELDS, find: findField }, choice);

export const ALL_SUPPLIERS: SupplierExport = { filter: {}, fields: SUPPLIER_FIELDS.map(({ name }) => name) };

const textsOf = (value: unknown): string[] | undefined => {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.every((each) => typeof each === "string") ? values : undefined;
};

/** Reads one filter by its API name. */
type ReadFilter = (value: unknown) => SupplierFilter | undefined;
const FILTERS: Record<string, ReadFilter> = {
  search: (value) => (typeof value === "string" ? { search: nameKey(value) } : undefined),
  is_active: (value) => (typeof value === "boolean" ? { isActive: value } : undefined),
  code: (value) => {
    const codes = textsOf(value);
    return codes && { codes: codes.map(nameKey) };
  },
  country: (value) => {
    const countries = textsOf(value);
    return countries && { countries: countries.map((country) => country.toUpperCase()) };
  },
};

/** Reads filters of suppliers by their API names; null does not restrict. An unknown name is a problem. */
export function readSupplierFilter(
  filters: Readonly<Record<string, unknown>>,
): { filter: SupplierFilter } | { problems: FieldProblem[] } {
  const filter: SupplierFilter = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === null) continue;
    const read = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    const found = read?.(value);
    if (found) Object.assign(filter, found);
    else if (read) problems.push({ field: `filters.${name}`, type: "wrong_type" });
    else problems.push({ field: `filters.${name}`, type: "invalid_value", key: "validation.unknown_field" });
  }
  return problems.length > 0 ? { problems } : { filter };
}

export const countSuppliers = (db: Reader, { filter }: SupplierExport): Promise<number> =>
  Supplier.table.count(db, supplierConditions(filter));

async function* supplierPages(db: Reader, { filter }: SupplierExport, size: PageSize) {
  const conditions = supplierConditions(filter);
  let after: readonly [number, string] | undefined;
  for (;;) {
    const limit = size.rows;
    const range = { conditions, sort: "created_at_ms", order: "asc", after, offset: 0, limit } as const;
    const rows = await Supplier.table.list(db, range);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < limit) return;
    after = [last.created_at_ms, last.id];
  }
}

/** Suppliers as a table, the oldest first. */
export const supplierTable = (db: Reader, wanted: SupplierExport, size: PageSize): Table<ListedSupplier> => ({
  columns: wanted.fields.flatMap((name) => findField(name) ?? []),
  pages: supplierPages(db, wanted, size),
});

import type { Reader } from "../../../db/ports.ts";
import { type SupplierFilter, supplierConditions } from "../../../db/suppliers/suppliers.ts";
import type { Counted } from "../../../db/table.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { pagesBehind, type ReadBehind } from "../../kit/pages-behind.ts";
import { Supplier, type SupplierRow } from "../../reference/suppliers/supplier.ts";
import { isoOfMs } from "../../text/instant.ts";
import { nameKey } from "../../text/name-key.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { chooseFields, type FieldChoice } from "./choose-fields.ts";
import { type Column, plainColumn, type Table } from "./table.ts";

type ListedSupplier = SupplierRow & Counted;

/** Which suppliers to export, and what of them. Plain data. */
export interface SupplierExport {
  filter: SupplierFilter;
  fields: readonly string[];
}

const code = (name: string, read: Column<ListedSupplier>["read"]) => ({
  ...plainColumn(name, read),
  kind: "code" as const,
});

/** Every field of a supplier, in the order in which an export has them. */
export const SUPPLIER_FIELDS: readonly Column<ListedSupplier>[] = [
  code("id", ({ id }) => id),
  plainColumn("code", (supplier) => supplier.code),
  plainColumn("name", ({ name }) => name),
  code("is_active", ({ is_active }) => is_active),
  plainColumn("country", ({ country }) => country),
  plainColumn("email", ({ email }) => email),
  plainColumn("phone", ({ phone }) => phone),
  plainColumn("website", ({ website }) => website),
  plainColumn("product_count", ({ product_count }) => product_count),
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

/** Suppliers as a table, the oldest first. */
export function supplierTable(db: Reader, { filter, fields }: SupplierExport, size: PageSize): Table<ListedSupplier> {
  const conditions = supplierConditions(filter);
  const read: ReadBehind<ListedSupplier> = (last, limit) => {
    const after = last && ([last.created_at_ms, last.id] as const);
    return Supplier.table.list(db, { conditions, sort: "created_at_ms", order: "asc", after, offset: 0, limit });
  };
  return { columns: fields.flatMap((name) => findField(name) ?? []), pages: pagesBehind(read, size) };
}

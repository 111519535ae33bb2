import type { Reader } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { TEXT, TEXT_OR_NULL } from "../table.ts";
import type { Condition } from "../table-statements.ts";

/** Which suppliers. Absent keys do not restrict; the values of a list are alternatives. */
export interface SupplierFilter {
  /** Part of the name or the code, as `nameKey` writes it. */
  search?: string;
  isActive?: boolean;
  /** As `nameKey` writes them. */
  codes?: readonly string[];
  /** In upper case. */
  countries?: readonly string[];
}

/** What a filter asks of the rows of `supplier`. */
export const supplierConditions = ({ search, isActive, codes, countries }: SupplierFilter): Condition[] => [
  ...(search === undefined
    ? []
    : [{ sql: "(instr(name_key, :search) > 0 or instr(code_key, :search) > 0)", args: { search } }]),
  ...(isActive === undefined ? [] : [{ sql: "is_active = :isActive", args: { isActive: Number(isActive) } }]),
  ...(codes === undefined
    ? []
    : [{ sql: "code_key in (select value from json_each(:codes))", args: { codes: JSON.stringify(codes) } }]),
  ...(countries === undefined
    ? []
    : [
        { sql: "country in (select value from json_each(:countries))", args: { countries: JSON.stringify(countries) } },
      ]),
];

const ACTIVE = selection("supplier", {
  id: TEXT,
  code: TEXT,
  name: TEXT,
  /** ISO 3166-1 alpha-2. */
  country: TEXT_OR_NULL,
});
/** A supplier as an ERP reads it. */
type ActiveSupplier = SelectedBy<typeof ACTIVE>;

/** Every active supplier, by name. */
export const listActiveSuppliers = (db: Reader): Promise<ActiveSupplier[]> =>
  db.all(
    `select ${ACTIVE.selected} from supplier
      where tenant_id = :tenant and is_active = 1 order by name_key, id`,
    {},
    ACTIVE.read,
  );

import type { Reader } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { TEXT_OR_NULL, type ValuesOf } from "../table.ts";
import { productFields } from "./product-row.ts";
import { STATE } from "./product-state.ts";

const MACHINE = {
  ...productFields(
    ...(["id", "ean", "reference", "title", "status", "weight", "priceCents", "costPriceCents", "stock"] as const),
    ...(["createdAtMs", "updatedAtUs"] as const),
  ),
  brandName: computed("brand.name", TEXT_OR_NULL),
};
/** A product as the machine APIs read it: few columns, so that pages of hundreds are cheap. */
export type MachineProduct = ValuesOf<typeof MACHINE>;
export const { selected: MACHINE_COLUMNS, read: readMachineProduct } = selection("product", MACHINE);
const BRAND = "left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id";
/** What they are read from besides `product`. */
export const MACHINE_JOINS = `${STATE}
      ${BRAND}`;

export const findMachineProductById = (db: Reader, id: string): Promise<MachineProduct | undefined> =>
  db.first(
    `select ${MACHINE_COLUMNS} from product ${MACHINE_JOINS} where product.tenant_id = :tenant and product.id = :id`,
    { id },
    readMachineProduct,
  );

const BY_CODE = `select ${MACHINE_COLUMNS} from product ${MACHINE_JOINS}
  where product.tenant_id = :tenant and product.gtin14 = :gtin14 and product.deleted_at_ms is null`;

/** The live product with this code padded to 14 digits. */
export const findMachineProduct = (db: Reader, gtin14: string): Promise<MachineProduct | undefined> =>
  db.first(BY_CODE, { gtin14 }, readMachineProduct);

/** The live product with this reference; of several an active one, the one changed last. */
export const findByReference = (db: Reader, reference: string): Promise<MachineProduct | undefined> =>
  db.first(
    `select ${MACHINE_COLUMNS} from product ${MACHINE_JOINS}
      where product.tenant_id = :tenant and product.reference = :reference and product.deleted_at_ms is null
      order by product.status = 'active' desc, state.updated_at_us desc limit 1`,
    { reference },
    readMachineProduct,
  );

/** Which live products of the change feed are wanted. */
export interface ChangesFilter {
  /** Changed at this tick of the change clock or later. */
  fromUs: number;
  /** The key of a supplier's code: its main products and those it is linked to. */
  supplierKey: string | null;
}

/** The products of the feed, in the order of the changes. */
const CHANGED_ONES = `product_state state indexed by product_changes
      cross join product on +product.tenant_id = :tenant and product.row_id = state.row_id`;
const SINCE = "state.tenant_id = :tenant and state.updated_at_us >= :fromUs";
const SOLD = `product.id in (
  select link.product_id from supplier
    cross join product_supplier link on link.tenant_id = :tenant and link.supplier_id = supplier.id
    where supplier.tenant_id = :tenant and supplier.code_key = :supplierKey)`;
const soldBy = ({ supplierKey }: ChangesFilter) => (supplierKey === null ? "1" : SOLD);
const argsOf = ({ fromUs, supplierKey }: ChangesFilter) => ({ fromUs, ...(supplierKey !== null && { supplierKey }) });

/** A page of the live products that have changed, in the order of their changes. */
export const listChanges = (
  db: Reader,
  filter: ChangesFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<MachineProduct[]> =>
  db.all(
    `select ${MACHINE_COLUMNS} from ${CHANGED_ONES}
      ${BRAND}
      where ${SINCE} and product.deleted_at_ms is null and ${soldBy(filter)}
      order by state.updated_at_us limit :limit offset :offset`,
    { ...argsOf(filter), limit, offset },
    readMachineProduct,
  );

/** How many live products have changed. Reads the index of the changes: cache it. */
export const countChanges = (db: Reader, filter: ChangesFilter): Promise<number> =>
  db.one(
    filter.supplierKey === null
      ? `select (select count(*) from product_state state indexed by product_changes where ${SINCE})
          - (select count(*) from product indexed by product_deleted
            ${STATE}
            where product.tenant_id = :tenant and product.deleted_at_ms is not null
              and state.updated_at_us >= :fromUs) as products`
      : `select count(*) as products from ${CHANGED_ONES}
          where ${SINCE} and product.deleted_at_ms is null and ${SOLD}`,
    argsOf(filter),
    (row) => number(row, "products"),
  );

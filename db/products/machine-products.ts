import type { Reader } from "../ports.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";
import { CLOCK } from "./clock.ts";
import type { Status } from "./product-row.ts";

/** A product as the machine APIs read it: few columns, so that pages of hundreds are cheap. */
export interface MachineProduct {
  id: string;
  ean: string | null;
  reference: string | null;
  title: string;
  brandName: string | null;
  status: Status;
  /** Kilograms. */
  weight: number | null;
  priceCents: number | null;
  costPriceCents: number | null;
  stock: number;
  createdAtMs: number;
  updatedAtUs: number;
}

export const readMachineProduct = (row: Row): MachineProduct => ({
  id: text(row, "id"),
  ean: textOrNull(row, "ean"),
  reference: textOrNull(row, "reference"),
  title: text(row, "title"),
  brandName: textOrNull(row, "brand_name"),
  // A check constraint holds the words.
  status: text(row, "status") as Status,
  weight: numberOrNull(row, "weight"),
  priceCents: numberOrNull(row, "price_cents"),
  costPriceCents: numberOrNull(row, "cost_price_cents"),
  stock: number(row, "stock"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
});

export const MACHINE_COLUMNS = `product.id, product.ean, product.reference, product.title, brand.name as brand_name, product.status,
  product.weight, product.price_cents, product.cost_price_cents, product.stock, product.created_at_ms,
  product.updated_at_us`;
export const MACHINE_BRAND = "left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id";

export const findMachineProductById = (db: Reader, id: string): Promise<MachineProduct | undefined> =>
  db.first(
    `select ${MACHINE_COLUMNS} from product ${MACHINE_BRAND} where product.tenant_id = :tenant and product.id = :id`,
    { id },
    readMachineProduct,
  );

const BY_CODE = `select ${MACHINE_COLUMNS}, ${CLOCK} as clock from product ${MACHINE_BRAND}
  where product.tenant_id = :tenant and product.gtin14 = :gtin14 and product.deleted_at_ms is null`;

/** The live product with this code padded to 14 digits, and the tenant's change clock of the same moment. */
export const findMachineProduct = (
  db: Reader,
  gtin14: string,
): Promise<(MachineProduct & { clock: number }) | undefined> =>
  db.first(BY_CODE, { gtin14 }, (row) => Object.assign(readMachineProduct(row), { clock: number(row, "clock") }));

/** The live product with this reference; of several an active one, the one changed last. */
export const findByReference = (db: Reader, reference: string): Promise<MachineProduct | undefined> =>
  db.first(
    `select ${MACHINE_COLUMNS} from product ${MACHINE_BRAND}
      where product.tenant_id = :tenant and product.reference = :reference and product.deleted_at_ms is null
      order by product.status = 'active' desc, product.updated_at_us desc limit 1`,
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

const SOLD = `product.id in (
  select link.product_id from product_supplier link
    cross join supplier on supplier.tenant_id = :tenant and supplier.id = link.supplier_id
    where link.tenant_id = :tenant and supplier.code_key = :supplierKey)`;
const soldBy = ({ supplierKey }: ChangesFilter) => (supplierKey === null ? "1" : SOLD);
const argsOf = ({ fromUs, supplierKey }: ChangesFilter) => ({ fromUs, ...(supplierKey !== null && { supplierKey }) });

/** A page of the live products that have changed, in the order of their changes. */
export const listChanges = (
  db: Reader,
  filter: ChangesFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<MachineProduct[]> =>
  db.all(
    `select ${MACHINE_COLUMNS} from product indexed by product_changes ${MACHINE_BRAND}
      where product.tenant_id = :tenant and product.updated_at_us >= :fromUs and product.deleted_at_ms is null
        and ${soldBy(filter)}
      order by product.updated_at_us limit :limit offset :offset`,
    { ...argsOf(filter), limit, offset },
    readMachineProduct,
  );

/** How many live products have changed. Reads the index of the changes: remember it. */
export const countChanges = (db: Reader, filter: ChangesFilter): Promise<number> =>
  db.one(
    filter.supplierKey === null
      ? `select (select count(*) from product indexed by product_changes
            where product.tenant_id = :tenant and product.updated_at_us >= :fromUs)
          - (select count(*) from product indexed by product_deleted
            where product.tenant_id = :tenant and product.deleted_at_ms is not null
              and product.updated_at_us >= :fromUs) as products`
      : `select count(*) as products from product indexed by product_changes
          where product.tenant_id = :tenant and product.updated_at_us >= :fromUs and product.deleted_at_ms is null
            and ${SOLD}`,
    argsOf(filter),
    (row) => number(row, "products"),
  );

import type { Reader } from "../../ports.ts";
import { number } from "../../rows.ts";
import { MACHINE_COLUMNS, MACHINE_JOINS, type MachineProduct, readMachineProduct } from "../machine-products.ts";
import { filterSql, plusFor } from "./filter.ts";

/** Which live products of the list by reference are wanted. */
export interface ReferenceFilter {
  /** Part of the title or reference, as `nameKey` writes it. */
  search: string | null;
  /** The code padded to 14 digits. */
  gtin14: string | null;
  activeOnly: boolean;
}

/** The last product of the page before. */
export interface ReferencePlace {
  reference: string | null;
  id: string;
}

// What search finds may have the text in its code.
const NAMED = "(instr(product.title_key, :search) > 0 or instr(ifnull(product.reference_key, ''), :search) > 0)";

function conditionOf({ search, gtin14, activeOnly }: ReferenceFilter) {
  const { where, args, reach } = filterSql({
    ...(activeOnly && { isActive: true }),
    ...(search !== null && { search }),
    ...(gtin14 !== null && { gtin14s: [gtin14] }),
  });
  return { where: search === null ? where : `${where} and ${NAMED}`, args, reach };
}

/** The products with a reference come first, by it; then those without, by id. Each is a range of an index. */
const RANGES = {
  named: {
    has: "product.reference is not null",
    order: "product.reference, product.id",
    index: "indexed by product_reference",
  },
  nameless: { has: "product.reference is null", order: "product.id", index: "indexed by product_without_reference" },
};
const AFTER = {
  named: "and (product.reference, product.id) > (:afterReference, :afterId)",
  nameless: "and product.id > :afterId",
};

/** A page of live products by reference. `after`: where the page before ended; `null` for the first, or when `offset` counts. */
export function listByReference(
  db: Reader,
  filter: ReferenceFilter,
  { after, offset, limit }: { after: ReferencePlace | null; offset: number; limit: number },
): Promise<MachineProduct[]> {
  const { where, args, reach } = conditionOf(filter);
  const place = after && (after.reference === null ? "nameless" : "named");
  const range = (name: keyof typeof RANGES) => {
    const { has, order, index } = RANGES[name];
    const hint = reach === "any" ? index : "";
    const beyond = place === name ? AFTER[name] : "";
    return `select row_id, reference, id from (select product.row_id, product.reference, product.id
        from product ${hint} where ${plusFor(reach)}product.tenant_id = :tenant and ${has} and ${where} ${beyond}
        order by ${order} limit :limit + :offset)`;
  };
  const ranges = place === "nameless" ? [range("nameless")] : [range("named"), range("nameless")];
  return db.all(
    `select ${MACHINE_COLUMNS} from (
        select row_id, reference, id from (${ranges.join(" union all ")})
          order by reference is null, reference, id limit :limit offset :offset) page
      cross join product on product.tenant_id = :tenant and product.row_id = page.row_id
      ${MACHINE_JOINS}
      order by page.reference is null, page.reference, page.id`,
    { ...args, offset, limit, ...(after && { afterReference: after.reference, afterId: after.id }) },
    readMachineProduct,
  );
}

/** How many products the list has. May look at each: cache it. */
export function countByReference(db: Reader, filter: ReferenceFilter): Promise<number> {
  const { where, args, reach } = conditionOf(filter);
  const hint = reach === "any" ? "indexed by product_newest" : "";
  return db.one(
    `select count(*) as products from product ${hint}
      where ${plusFor(reach)}product.tenant_id = :tenant and product.deleted_at_ms is null and ${where}`,
    args,
    (row) => number(row, "products"),
  );
}

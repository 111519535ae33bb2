import type { Reader } from "../ports.ts";
import { selection } from "../selection.ts";
import { TEXT, type ValuesOf } from "../table.ts";
import { TERMS } from "./product-suppliers.ts";

const { supplierReference, costPriceCents, stock } = TERMS;
const current = selection("link", { productId: TEXT, supplierId: TEXT, supplierReference, costPriceCents, stock });
/** On what terms a supplier sells a product. */
export type CurrentTerms = ValuesOf<typeof current.columns>;
const supplied = selection("link", { productId: TEXT, supplierId: TEXT, supplierReference: TEXT });

/**
 * The terms on which these suppliers sell these products, in no order. A product has few suppliers, a file many: all of a
 * product are read, where without the `+` each supplier would be looked for.
 */
export const findTerms = (
  db: Reader,
  supplierIds: readonly string[],
  productIds: readonly string[],
): Promise<CurrentTerms[]> =>
  db.all(
    `select ${current.selected} from json_each(:productIds) wanted
      cross join product_supplier link on link.tenant_id = :tenant and link.product_id = wanted.value
        and +link.supplier_id in (select value from json_each(:supplierIds))`,
    { supplierIds: JSON.stringify(supplierIds), productIds: JSON.stringify(productIds) },
    current.read,
  );

/** Which products suppliers sell under references of their own, in no order. */
export const findSupplied = (
  db: Reader,
  references: readonly { supplierId: string; supplierReference: string }[],
): Promise<{ productId: string; supplierId: string; supplierReference: string }[]> =>
  db.all(
    `select ${supplied.selected} from json_each(:references) wanted
      cross join product_supplier link on link.tenant_id = :tenant and link.supplier_id = wanted.value ->> 0
        and link.supplier_reference = wanted.value ->> 1`,
    {
      references: JSON.stringify(
        references.map(({ supplierId, supplierReference }) => [supplierId, supplierReference]),
      ),
    },
    supplied.read,
  );

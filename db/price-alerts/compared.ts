import type { Reader } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";

const COMPARED = selection("product", {
  id: TEXT,
  priceCents: NUMBER_OR_NULL,
  costPriceCents: NUMBER_OR_NULL,
  taxRate: NUMBER_OR_NULL,
  taxClass: computed("product.extra ->> 'tax_class'", TEXT_OR_NULL),
  mapCents: computed("map_price.price_cents", NUMBER_OR_NULL),
  /** The lowest of the competitors that count; `null`: no competitor sells it. */
  lowestCents: computed("place.lowest_cents", NUMBER_OR_NULL),
});
/** What competitors' prices of a product are compared with. */
export type ComparedProduct = SelectedBy<typeof COMPARED>;

export const findComparedProducts = (db: Reader, ids: readonly string[]): Promise<ComparedProduct[]> =>
  db.all(
    `select ${COMPARED.selected} from json_each(:ids) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value
      left join map_price on map_price.tenant_id = :tenant and map_price.product_id = product.id
      left join price_position place on place.tenant_id = :tenant and place.product_id = product.id`,
    { ids: JSON.stringify(ids) },
    COMPARED.read,
  );

import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";

/** A live product that a SKU or EAN may mean. */
export interface NamedProduct {
  /** As it was requested. */
  requested: string;
  productId: string;
  /** Not exactly as it is written here. */
  isLoose: boolean;
}

/** A SKU without what scrapers leave out: blanks, dashes, zeros in front, small letters. */
const LOOSE = "upper(ltrim(replace(replace(product.reference, '-', ''), ' ', ''), '0'))";
const LOOSE_SKU = "upper(ltrim(replace(replace(variant.sku, '-', ''), ' ', ''), '0'))";

/**
 * The live products that these SKUs and EANs mean, theirs or a variant's: `[as requested, loose form, 14 digits or null]`.
 */
export const findNamedProducts = (
  db: Reader,
  requested: readonly (readonly [string, string, string | null])[],
): Promise<NamedProduct[]> =>
  db.all(
    `with asked as (select value ->> 0 as sku, value ->> 1 as loose, value ->> 2 as gtin14 from json_each(:requested)),
      found as (
        select asked.sku, product.id as product_id, 0 as is_loose from asked
          cross join product on product.tenant_id = :tenant and product.reference = asked.sku
        union all
        select asked.sku, product.id, product.ean <> asked.sku from asked
          cross join product on product.tenant_id = :tenant and product.gtin14 = asked.gtin14
        union all
        select asked.sku, variant.product_id, 0 from asked
          cross join product_variant variant on variant.tenant_id = :tenant and variant.sku = asked.sku
        union all
        select asked.sku, variant.product_id, variant.ean <> asked.sku from asked
          cross join product_variant variant on variant.tenant_id = :tenant and variant.gtin14 = asked.gtin14
        union all
        select asked.sku, product.id, 1 from asked
          cross join product on product.tenant_id = :tenant and product.reference = asked.loose
          where asked.loose <> asked.sku
        union all
        select asked.sku, product.id, 1 from asked
          cross join product on product.tenant_id = :tenant and product.reference is not null
            and product.reference <> ${LOOSE} and ${LOOSE} = asked.loose
          where asked.loose <> ''
        union all
        select asked.sku, variant.product_id, 1 from asked
          cross join product_variant variant on variant.tenant_id = :tenant and variant.sku = asked.loose
          where asked.loose <> asked.sku
        union all
        select asked.sku, variant.product_id, 1 from asked
          cross join product_variant variant on variant.tenant_id = :tenant
            and variant.sku <> ${LOOSE_SKU} and ${LOOSE_SKU} = asked.loose
          where asked.loose <> ''
      )
      select found.sku, found.product_id, min(found.is_loose) as is_loose
        from found
        join product live on live.tenant_id = :tenant and live.id = found.product_id and live.deleted_at_ms is null
        group by found.sku, found.product_id order by found.sku, found.product_id`,
    { requested: JSON.stringify(requested) },
    (row) => ({
      requested: text(row, "sku"),
      productId: text(row, "product_id"),
      isLoose: number(row, "is_loose") === 1,
    }),
  );

import type { Upgrade } from "./upgrade.ts";

/** Price positions keep the completeness of their products, so that filters by it read one table. */
export const positionCompleteness: Upgrade = {
  name: "completeness of products in price positions",
  sql: `
    alter table price_position add column completeness_score integer not null default 0;
    drop trigger price_position_renewed;
    create trigger price_position_renewed instead of insert on renewed_price_position begin
      delete from price_position where tenant_id = new.tenant_id and product_id = new.product_id;
      insert into price_position (tenant_id, product_id, competitors, lowest_cents, total_cents, highest_cents, own_cents,
          cheaper, gap, status, completeness_score, map_cents, tax_rate, tax_class, brand_id, category_id, supplier_id)
        select new.tenant_id, product.id, count(*), min(seen.price_cents), sum(seen.price_cents), max(seen.price_cents),
            product.price_cents, ifnull(sum(seen.price_cents < product.price_cents), 0),
            ifnull(cast(round((product.price_cents - min(seen.price_cents)) * 10000.0 / min(seen.price_cents)) as integer), -2147483648),
            product.status, product.completeness_score,
            (select map_price.price_cents from map_price
              where map_price.tenant_id = new.tenant_id and map_price.product_id = product.id),
            product.tax_rate, product.extra ->> 'tax_class', product.brand_id, product.category_id, product.supplier_id
          from product
          cross join competitor_price seen on seen.tenant_id = new.tenant_id and seen.product_id = product.id
          cross join competitor on competitor.tenant_id = new.tenant_id and competitor.id = seen.competitor_id
            and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
          where product.tenant_id = new.tenant_id and product.id = new.product_id and product.deleted_at_ms is null
          group by product.id;
    end;
    drop trigger price_position_named;
    create trigger price_position_named
      after update of brand_id, category_id, supplier_id, status, completeness_score, tax_rate, extra on product
      when new.brand_id is not old.brand_id or new.category_id is not old.category_id
        or new.supplier_id is not old.supplier_id or new.status <> old.status
        or new.completeness_score <> old.completeness_score or new.tax_rate is not old.tax_rate
        or new.extra is not old.extra and new.extra ->> 'tax_class' is not old.extra ->> 'tax_class' begin
      update price_position set brand_id = new.brand_id, category_id = new.category_id, supplier_id = new.supplier_id,
          status = new.status, completeness_score = new.completeness_score, tax_rate = new.tax_rate, tax_class = new.extra ->> 'tax_class'
        where tenant_id = new.tenant_id and product_id = new.id;
    end;`,
  fill: {
    table: "product",
    key: "row_id",
    run: `update price_position set completeness_score = product.completeness_score from product
      where product.row_id > :after and product.row_id <= :upTo
        and price_position.tenant_id = product.tenant_id and price_position.product_id = product.id`,
  },
};

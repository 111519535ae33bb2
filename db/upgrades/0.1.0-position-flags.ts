import type { Upgrade } from "./upgrade.ts";

/** Price positions keep what else of their products lists filter by, so that these filters read one table, too. */
export const positionFlags: Upgrade = {
  name: "what products are filtered by in price positions",
  sql: `
    alter table price_position add column product_row_id integer not null default 0;
    alter table price_position add column lifecycle_status text not null default 'active';
    alter table price_position add column workflow_status text not null default 'draft';
    alter table price_position add column created_at_ms integer not null default 0;
    alter table price_position add column supplier_count integer not null default 0;
    alter table price_position add column has_asin integer not null default 0;
    alter table price_position add column has_images integer not null default 0;
    alter table price_position add column without_description integer not null default 0;
    alter table price_position add column in_stock integer not null default 0;
    alter table price_position add column has_scraper_assets integer not null default 0;
    alter table price_position add column not_enriched integer not null default 1;
    drop trigger price_position_renewed;
    create trigger price_position_renewed instead of insert on renewed_price_position begin
      delete from price_position where tenant_id = new.tenant_id and product_id = new.product_id;
      insert into price_position (tenant_id, product_id, competitors, lowest_cents, total_cents, highest_cents, own_cents,
          cheaper, gap, product_row_id, status, lifecycle_status, workflow_status, completeness_score, created_at_ms,
          supplier_count, has_asin, has_images, without_description, in_stock, has_scraper_assets, not_enriched, map_cents, tax_rate, tax_class, brand_id,
          category_id, supplier_id)
        select new.tenant_id, product.id, count(*), min(seen.price_cents), sum(seen.price_cents), max(seen.price_cents),
            product.price_cents, ifnull(sum(seen.price_cents < product.price_cents), 0),
            ifnull(cast(round((product.price_cents - min(seen.price_cents)) * 10000.0 / min(seen.price_cents)) as integer), -2147483648),
            product.row_id, product.status, product.lifecycle_status, product.workflow_status, product.completeness_score,
            product.created_at_ms, state.supplier_count, product.asin is not null, product.image_url is not null,
        product.description is null,
            state.stock > 0 or exists (select 1 from product_variant
              where product_variant.tenant_id = new.tenant_id and product_variant.product_id = new.product_id
                and product_variant.is_active = 1 and product_variant.stock > 0),
            exists (select 1 from media
              where media.tenant_id = new.tenant_id and media.product_id = new.product_id and media.source = 'scraper'),
            not exists (select 1 from enrichment_result
              where enrichment_result.tenant_id = new.tenant_id and enrichment_result.product_id = new.product_id),
            (select map_price.price_cents from map_price
              where map_price.tenant_id = new.tenant_id and map_price.product_id = product.id),
            product.tax_rate, product.extra ->> 'tax_class', product.brand_id, product.category_id, product.supplier_id
          from product
          cross join product_state state on +state.tenant_id = new.tenant_id and state.row_id = product.row_id
          cross join competitor_price seen on seen.tenant_id = new.tenant_id and seen.product_id = product.id
          cross join competitor on competitor.tenant_id = new.tenant_id and competitor.id = seen.competitor_id
            and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
          where product.tenant_id = new.tenant_id and product.id = new.product_id and product.deleted_at_ms is null
          group by product.id;
    end;
    drop trigger price_position_named;
    create trigger price_position_named
      after update of brand_id, category_id, supplier_id, status, lifecycle_status, workflow_status, completeness_score, asin,
        image_url, description, tax_rate, extra on product
      when new.brand_id is not old.brand_id or new.category_id is not old.category_id
        or new.supplier_id is not old.supplier_id or new.status <> old.status
        or new.lifecycle_status <> old.lifecycle_status or new.workflow_status <> old.workflow_status
        or new.completeness_score <> old.completeness_score or (new.asin is null) <> (old.asin is null)
        or (new.image_url is null) <> (old.image_url is null) or (new.description is null) <> (old.description is null)
        or new.tax_rate is not old.tax_rate
        or new.extra is not old.extra and new.extra ->> 'tax_class' is not old.extra ->> 'tax_class' begin
      update price_position set brand_id = new.brand_id, category_id = new.category_id, supplier_id = new.supplier_id,
          status = new.status, lifecycle_status = new.lifecycle_status, workflow_status = new.workflow_status,
          completeness_score = new.completeness_score, has_asin = new.asin is not null, has_images = new.image_url is not null,
          without_description = new.description is null, tax_rate = new.tax_rate, tax_class = new.extra ->> 'tax_class'
        where tenant_id = new.tenant_id and product_id = new.id;
    end;
    create trigger price_position_stocked after update of stock, supplier_count on product_state
      when (new.stock > 0) <> (old.stock > 0) or new.supplier_count <> old.supplier_count begin
      update price_position set supplier_count = new.supplier_count,
          in_stock = new.stock > 0 or exists (select 1 from product_variant
            where product_variant.tenant_id = new.tenant_id and product_variant.product_id = price_position.product_id
              and product_variant.is_active = 1 and product_variant.stock > 0)
        where tenant_id = new.tenant_id and product_id = (select product.id from product where product.row_id = new.row_id);
    end;
    create trigger price_position_variant_added after insert on product_variant when new.is_active = 1 and new.stock > 0 begin
      update price_position set in_stock = 1 where tenant_id = new.tenant_id and product_id = new.product_id;
    end;
    create trigger price_position_variant_stocked after update of is_active, stock on product_variant
      when (new.is_active = 1 and new.stock > 0) <> (old.is_active = 1 and old.stock > 0) begin
      insert into renewed_price_position values (new.tenant_id, new.product_id);
    end;
    create trigger price_position_variant_gone after delete on product_variant when old.is_active = 1 and old.stock > 0 begin
      insert into renewed_price_position values (old.tenant_id, old.product_id);
    end;
    create trigger price_position_pictured after insert on media when new.source = 'scraper' begin
      update price_position set has_scraper_assets = 1 where tenant_id = new.tenant_id and product_id = new.product_id;
    end;
    create trigger price_position_picture_gone after delete on media when old.source = 'scraper' begin
      insert into renewed_price_position values (old.tenant_id, old.product_id);
    end;
    create trigger price_position_enriched after insert on enrichment_result begin
      update price_position set not_enriched = 0
        where tenant_id = new.tenant_id and product_id = new.product_id and not_enriched = 1;
    end;
    create trigger price_position_enrichment_gone after delete on enrichment_result begin
      insert into renewed_price_position values (old.tenant_id, old.product_id);
    end;`,
  fill: {
    table: "product",
    key: "row_id",
    run: `update price_position set product_row_id = product.row_id,
        lifecycle_status = product.lifecycle_status, workflow_status = product.workflow_status,
        created_at_ms = product.created_at_ms, supplier_count = state.supplier_count, has_asin = product.asin is not null,
        has_images = product.image_url is not null, without_description = product.description is null,
        in_stock = state.stock > 0 or exists (select 1 from product_variant
          where product_variant.tenant_id = product.tenant_id and product_variant.product_id = product.id
            and product_variant.is_active = 1 and product_variant.stock > 0),
        has_scraper_assets = exists (select 1 from media
          where media.tenant_id = product.tenant_id and media.product_id = product.id and media.source = 'scraper'),
        not_enriched = not exists (select 1 from enrichment_result
          where enrichment_result.tenant_id = product.tenant_id and enrichment_result.product_id = product.id)
      from product cross join product_state state on state.row_id = product.row_id
      where product.row_id > :after and product.row_id <= :upTo
        and price_position.tenant_id = product.tenant_id and price_position.product_id = product.id`,
  },
};

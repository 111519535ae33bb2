-- Prices: lists, prices of a product by source, competitors, alerts, repricing. Amounts beside a currency with three decimals are
-- thousandths of it (`WITH_THOUSANDTHS` in db/pricing/currency-units.ts has these); all others are hundredths.

-- Prices of a channel; of several lists of one channel the highest priority counts.
create table price_list (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  channel       text not null,
  currency      text not null default 'EUR',
  -- Whether its prices contain tax; null: as the products' own do.
  prices_include_tax integer check (prices_include_tax in (0, 1)),
  -- Whose tax; null: that of the tenant's own country.
  tax_country   text,
  description   text,
  -- Both inclusive; null: open.
  start_date_ms integer,
  end_date_ms   integer,
  is_active     integer not null default 1 check (is_active in (0, 1)),
  priority      integer not null default 0,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, id)
) strict;
create index price_list_priority on price_list (tenant_id, priority, created_at_ms, id);

create table price_list_entry (
  tenant_id              text not null,
  id                     text not null,
  price_list_id          text not null,
  product_id             text not null,
  -- Null: the product itself.
  variant_id             text,
  price_cents            integer not null check (price_cents >= 0),
  compare_at_price_cents integer check (compare_at_price_cents >= 0),
  min_quantity           integer not null default 1 check (min_quantity >= 1),
  created_at_ms          integer not null,
  updated_at_ms          integer not null,
  version                integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, price_list_id) references price_list (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index price_list_entry_key
  on price_list_entry (tenant_id, price_list_id, product_id, min_quantity, ifnull(variant_id, ''));
create index price_list_entry_product on price_list_entry (tenant_id, product_id, price_list_id);

-- Prices of a product by source. Its own price is `product.price_cents`, shown as the source `internal`; a row of that
-- source is there only once somebody has given it more than a price.
create table product_price (
  tenant_id      text not null,
  id             text not null,
  product_id     text not null,
  source         text not null,
  currency       text not null default 'EUR',
  price_cents    integer not null check (price_cents >= 0),
  is_active      integer not null default 1 check (is_active in (0, 1)),
  -- The latest of its product, source and currency.
  is_current     integer not null default 1 check (is_current in (0, 1)),
  -- Taken off the list; stored so that the product's own price is not shown in its place.
  is_removed     integer not null default 0 check (is_removed in (0, 1)),
  valid_until_ms integer,
  url            text,
  notes          text,
  created_at_ms  integer not null,
  updated_at_ms  integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index product_price_current on product_price (tenant_id, product_id, source, currency)
  where is_current = 1;
create index product_price_product on product_price (tenant_id, product_id, created_at_ms, id);

-- What prices were, but for those of competitors, whose observations say it.
create table price_point (
  row_id         integer primary key,
  tenant_id      text not null,
  product_id     text not null,
  source         text not null,
  currency       text not null,
  before_cents   integer,
  -- Null: no price any more.
  price_cents    integer,
  is_active      integer not null check (is_active in (0, 1)),
  origin         text not null check (origin in ('manual', 'import', 'erp_sync', 'repricing', 'connector')),
  recorded_at_ms integer not null,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index price_point_product on price_point (tenant_id, product_id, recorded_at_ms, row_id);

-- What sources of prices come to over all products.
create table price_source_analysis (
  tenant_id       text not null,
  id              text not null,
  status          text not null check (status in ('processing', 'completed', 'failed', 'cancelled')),
  days            integer not null,
  -- How many products there were, and how many are looked at.
  total           integer not null,
  evaluated       integer not null default 0,
  -- What each source comes to so far, as JSON.
  sources         text not null default '[]' check (json_valid(sources)),
  after_row       integer not null default 0,
  error           text,
  started_at_ms   integer not null,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;
create index price_source_analysis_newest on price_source_analysis (tenant_id, started_at_ms, id);

create table competitor (
  tenant_id          text not null,
  id                 text not null,
  code               text not null,
  name               text not null,
  name_key           text not null,
  base_url           text,
  -- The host names that its pages are known by, as JSON.
  domains            text not null default '[]' check (json_valid(domains)),
  -- Where its pages have their prices, as JSON; null: in their markup.
  page_rules         text check (json_valid(page_rules)),
  -- Whether others sell there: each of its sellers is a competitor of its own.
  is_marketplace     integer not null default 0 check (is_marketplace in (0, 1)),
  -- The marketplace that it sells on; null: it has a shop of its own.
  marketplace_id     text,
  -- The competitor that it is part of since somebody merged them; what was seen of it is there.
  merged_into        text,
  -- What was seen of it is on its way to another, or comes from there.
  is_moving          integer not null default 0 check (is_moving in (0, 1)),
  is_active          integer not null default 1 check (is_active in (0, 1)),
  -- Blacklisted since; its prices count no longer.
  blacklisted_at_ms  integer,
  blacklist_reason   text,
  observations_count integer not null default 0,
  -- Hidden since; its name stays in the history.
  deleted_at_ms      integer,
  created_at_ms      integer not null,
  updated_at_ms      integer not null,
  version            integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index competitor_code on competitor (tenant_id, code) where deleted_at_ms is null;
create index competitor_name on competitor (tenant_id, name_key);
create index competitor_merged on competitor (tenant_id, merged_into) where merged_into is not null;

-- Where a competitor sells a product, as somebody has entered it.
create table competitor_address (
  tenant_id          text not null,
  id                 text not null,
  product_id         text not null,
  competitor_id      text not null,
  url                text not null,
  is_paused          integer not null default 0 check (is_paused in (0, 1)),
  -- What the last check found there; null: it was not checked yet.
  last_checked_at_ms integer,
  last_result        text check (last_result in
    ('ok', 'doubtful', 'no_price', 'other_product', 'other_currency', 'without_tax', 'unreadable', 'rejected')),
  last_price_cents   integer,
  created_at_ms      integer not null,
  updated_at_ms      integer not null,
  version            integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, competitor_id) references competitor (tenant_id, id) on delete cascade
) strict;
create unique index competitor_address_key on competitor_address (tenant_id, product_id, competitor_id, url);
create index competitor_address_competitor on competitor_address (tenant_id, competitor_id, id);
create index competitor_address_newest on competitor_address (tenant_id, created_at_ms, id);

-- A competitor's price for a product, when it was seen.
create table competitor_observation (
  row_id               integer primary key,
  tenant_id            text not null,
  product_id           text not null,
  competitor_id        text not null,
  url                  text not null,
  price_cents          integer not null check (price_cents > 0),
  price_original_cents integer,
  shipping_cost_cents  integer,
  stock_status         text,
  seller_name          text,
  promo_label          text,
  -- What was quoted in another currency, and how many units of it a euro was worth.
  quoted_cents         integer,
  quoted_currency      text,
  exchange_rate        real,
  -- A doubtful one counts only once somebody has confirmed it.
  is_valid             integer not null default 1 check (is_valid in (0, 1)),
  -- Whose it was before competitors were merged; null: it was always that one's.
  merged_from          text,
  observed_at_ms       integer not null,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index competitor_observation_product on competitor_observation (tenant_id, product_id, observed_at_ms, row_id);
create index competitor_observation_merged on competitor_observation (tenant_id, merged_from, product_id)
  where merged_from is not null;

-- The latest valid observation of each competitor of a product.
create table competitor_price (
  tenant_id            text not null,
  product_id           text not null,
  competitor_id        text not null,
  price_cents          integer not null,
  price_original_cents integer,
  shipping_cost_cents  integer,
  url                  text not null,
  stock_status         text,
  seller_name          text,
  promo_label          text,
  quoted_cents         integer,
  quoted_currency      text,
  exchange_rate        real,
  observed_at_ms       integer not null,
  -- The price that its move of the last days is counted from, since when, and that move in hundredths of a percent.
  base_cents           integer not null,
  base_at_ms           integer not null,
  move                 integer not null default 0,
  -- How far it is below the minimum advertised price; null: not at all.
  map_gap_cents        integer,
  primary key (tenant_id, product_id, competitor_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index competitor_price_gap
  on competitor_price (tenant_id, map_gap_cents, product_id, competitor_id, observed_at_ms, price_cents)
  where map_gap_cents is not null;
create index competitor_price_competitor on competitor_price (tenant_id, competitor_id, product_id);
create index competitor_price_move on competitor_price (tenant_id, move, base_at_ms) where move > 0;
create index competitor_price_seen on competitor_price (tenant_id, observed_at_ms);

-- How the own price of a product stands among those of its competitors: a row for each live product that one of them sells.
create table price_position (
  tenant_id     text not null,
  product_id    text not null,
  competitors   integer not null,
  lowest_cents  integer not null,
  total_cents   integer not null,
  highest_cents integer not null,
  -- As it is stored; null: it has none.
  own_cents     integer,
  -- How many are below the own price.
  cheaper       integer not null,
  -- How far the own price is above the lowest, in hundredths of a percent of that; the least there is without an own price.
  gap           integer not null,
  -- The same as of the product, so that lists and sums of all read one table, and its row id, which finds it fastest.
  product_row_id integer not null default 0,
  status        text not null,
  lifecycle_status text not null default 'active',
  workflow_status text not null default 'draft',
  completeness_score integer not null default 0,
  created_at_ms integer not null default 0,
  supplier_count integer not null default 0,
  has_asin      integer not null default 0,
  has_images    integer not null default 0,
  without_description integer not null default 0,
  -- Of the product itself, or of a variant that is sold.
  in_stock      integer not null default 0,
  has_scraper_assets integer not null default 0,
  not_enriched  integer not null default 1,
  map_cents     integer,
  tax_rate      real,
  tax_class     text,
  brand_id      text,
  category_id   text,
  supplier_id   text,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index price_position_gap on price_position (tenant_id, gap, product_id);
-- The one place where positions are worked out: that of a product that is inserted here. It has no rows. `cross join` keeps
-- SQLite to the keys of this product. Of a competitor that counts no longer the program inserts its products here.
create view renewed_price_position (tenant_id, product_id) as select null, null where false;
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
create trigger price_position_seen after insert on competitor_price begin
  insert into renewed_price_position values (new.tenant_id, new.product_id);
end;
create trigger price_position_moved after update of price_cents on competitor_price
  when new.price_cents <> old.price_cents begin
  insert into renewed_price_position values (new.tenant_id, new.product_id);
end;
create trigger price_position_gone after delete on competitor_price begin
  insert into renewed_price_position values (old.tenant_id, old.product_id);
end;
create trigger price_position_own after update of price_cents, deleted_at_ms on product
  when new.price_cents is not old.price_cents or new.deleted_at_ms is not old.deleted_at_ms begin
  insert into renewed_price_position values (new.tenant_id, new.id);
end;
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
-- An import stores the stock of each new product so: it must cost little where nobody else sells the product.
create trigger price_position_stocked after update of stock, supplier_count on product_state
  when (new.stock > 0) <> (old.stock > 0) or new.supplier_count <> old.supplier_count begin
  update price_position set supplier_count = new.supplier_count,
      in_stock = new.stock > 0 or exists (select 1 from product_variant
        where product_variant.tenant_id = new.tenant_id and product_variant.product_id = price_position.product_id
          and product_variant.is_active = 1 and product_variant.stock > 0)
    where tenant_id = new.tenant_id and product_id = (select product.id from product where product.row_id = new.row_id);
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
end;

-- The minimum advertised prices of products that are not deleted; each is also among the fields of its product.
create table map_price (
  tenant_id   text not null,
  product_id  text not null,
  price_cents integer not null check (price_cents > 0),
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

create trigger price_position_map_set after insert on map_price begin
  update price_position set map_cents = new.price_cents where tenant_id = new.tenant_id and product_id = new.product_id;
end;
create trigger price_position_map_changed after update of price_cents on map_price begin
  update price_position set map_cents = new.price_cents where tenant_id = new.tenant_id and product_id = new.product_id;
end;
create trigger price_position_map_gone after delete on map_price begin
  update price_position set map_cents = null where tenant_id = old.tenant_id and product_id = old.product_id;
end;

-- Each competitor that was ever below the minimum advertised price of a product. It is open while it is.
create table map_case (
  tenant_id        text not null,
  product_id       text not null,
  competitor_id    text not null,
  -- As they were last while it was violated.
  url              text not null,
  seller_name      text,
  price_cents      integer not null,
  map_cents        integer not null,
  first_seen_at_ms integer not null,
  last_seen_at_ms  integer not null,
  -- When the competitor was written to, since it was opened.
  notified_at_ms   integer,
  resolved_at_ms   integer,
  -- When it was violated again, the last time, and how often.
  reopened_at_ms   integer,
  reopened_count   integer not null default 0,
  primary key (tenant_id, product_id, competitor_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index map_case_seen on map_case (tenant_id, last_seen_at_ms, product_id, competitor_id);
create index map_case_first on map_case (tenant_id, first_seen_at_ms, product_id, competitor_id);

-- What pages said while they were below it: of a case the first and the newest.
create table map_evidence (
  tenant_id     text not null,
  product_id    text not null,
  competitor_id text not null,
  taken_at_ms   integer not null,
  url           text not null,
  seller_name   text,
  price_cents   integer not null,
  map_cents     integer not null,
  page_text     text not null,
  primary key (tenant_id, product_id, competitor_id, taken_at_ms),
  foreign key (tenant_id, product_id, competitor_id) references map_case (tenant_id, product_id, competitor_id)
    on delete cascade
) strict, without rowid;
create index map_evidence_age on map_evidence (tenant_id, taken_at_ms);

-- Letters to those who are below it.
create table map_letter (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  subject       text not null,
  body          text not null,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, id)
) strict;
create index map_letter_newest on map_letter (tenant_id, created_at_ms, id);

-- Products whose competitors are looked at.
create table monitored_product (
  tenant_id        text not null,
  product_id       text not null,
  tier             text not null check (tier in ('tier1_high', 'tier2_medium', 'tier3_standard')),
  is_active        integer not null default 1 check (is_active in (0, 1)),
  next_check_at_ms integer not null,
  -- The last check, and the last check or observation; null: none yet.
  checked_at_ms    integer,
  seen_at_ms       integer,
  sources_checked  integer not null default 0,
  prices_found     integer not null default 0,
  check_errors     integer not null default 0,
  -- What the last check found on each page, as JSON.
  check_results    text not null default '[]' check (json_valid(check_results)),
  created_at_ms    integer not null,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index monitored_product_due on monitored_product (tenant_id, tier, is_active, next_check_at_ms, product_id);
create index monitored_product_seen on monitored_product (tenant_id, is_active, tier, ifnull(seen_at_ms, 0), product_id);

-- Observations that a person looks at before they count.
create table price_validation (
  tenant_id       text not null,
  id              text not null,
  reason          text not null check (reason in ('ambiguous', 'fuzzy', 'outlier', 'price_bot')),
  status          text not null check (status in ('pending', 'confirmed', 'rejected', 'skipped')),
  competitor_id   text not null,
  internal_sku    text not null,
  -- Ids of products, as JSON.
  candidates      text not null check (json_valid(candidates)),
  price_cents     integer not null,
  -- The observation, as JSON.
  observation     text not null check (json_valid(observation)),
  -- Where it is stored, if only one product can be meant.
  observation_row integer,
  created_at_ms   integer not null,
  primary key (tenant_id, id)
) strict;
create index price_validation_status on price_validation (tenant_id, status, created_at_ms, id);
create unique index price_validation_pair on price_validation (tenant_id, competitor_id, internal_sku)
  where status in ('pending', 'skipped');

-- Searches of the web for competitors' prices, one at a time.
create table price_bot_run (
  tenant_id       text not null,
  id              text not null,
  status          text not null check (status in ('processing', 'completed', 'failed')),
  -- As JSON, in their order; null: the active monitored products.
  product_ids     text check (json_valid(product_ids)),
  max_sources     integer not null,
  total           integer not null,
  processed       integer not null default 0,
  prices_found    integer not null default 0,
  errors          integer not null default 0,
  -- Millionths of a US dollar.
  cost_micros     integer not null default 0,
  error_message   text,
  started_at_ms   integer not null,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;
create index price_bot_run_newest on price_bot_run (tenant_id, started_at_ms, id);
create unique index price_bot_run_open on price_bot_run (tenant_id) where status = 'processing';

-- What was decided of a competitor's product: which of ours it is, or the price that was refused.
create table competitor_match (
  tenant_id      text not null,
  competitor_id  text not null,
  internal_sku   text not null,
  product_id     text,
  rejected_cents integer,
  primary key (tenant_id, competitor_id, internal_sku)
) strict, without rowid;

-- How far histories of prices are thinned out, for all tenants.
create table price_sweep (
  name   text primary key not null check (name in ('competitor_observation', 'price_point')),
  row_id integer not null
) strict, without rowid;

create table price_alert (
  tenant_id            text not null,
  id                   text not null,
  -- What is watched: a product, the products of a category and of those below it, those of a brand, or all; none of them:
  -- every product of the competitor.
  all_products         integer not null default 0 check (all_products in (0, 1)),
  product_id           text,
  category_id          text,
  brand_id             text,
  -- Null: for any seller.
  competitor_id        text,
  alert_type           text not null check (alert_type in ('above', 'below', 'change_pct', 'not_cheapest', 'out_of_stock',
    'back_in_stock', 'below_cost', 'below_map')),
  -- A price in cents, or hundredths of a percent; null: the kind has none.
  threshold_cents      integer check (threshold_cents > 0),
  channels             text not null check (json_valid(channels)),
  cooldown_minutes     integer not null default 60,
  is_active            integer not null default 1 check (is_active in (0, 1)),
  last_triggered_at_ms integer,
  -- It does not fire before; null: it is awake.
  snoozed_until_ms     integer,
  -- How its mails go out: each at once, or those of an hour or a day in one.
  digest               text not null default 'none' check (digest in ('none', 'hourly', 'daily')),
  -- Its maker, if that was a user.
  created_by           text,
  created_at_ms        integer not null,
  updated_at_ms        integer not null,
  version              integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, category_id) references category (tenant_id, id) on delete cascade,
  foreign key (tenant_id, brand_id) references brand (tenant_id, id) on delete cascade,
  check (all_products + (product_id is not null) + (category_id is not null) + (brand_id is not null) <= 1),
  check (all_products = 1 or coalesce(product_id, category_id, brand_id, competitor_id) is not null),
  check ((threshold_cents is not null) = (alert_type in ('above', 'below', 'change_pct')))
) strict;
create index price_alert_product on price_alert (tenant_id, product_id, is_active);
create index price_alert_category on price_alert (tenant_id, category_id, is_active);
create index price_alert_brand on price_alert (tenant_id, brand_id, is_active);
create index price_alert_competitor on price_alert (tenant_id, competitor_id, is_active);
create index price_alert_all on price_alert (tenant_id, is_active) where all_products = 1;
create index price_alert_newest on price_alert (tenant_id, created_at_ms, id);

-- Alerts that fired; stored after their alert is deleted.
create table price_trigger (
  tenant_id        text not null,
  id               text not null,
  alert_id         text not null,
  product_id       text not null,
  triggered_at_ms  integer not null,
  -- The record as the API shows it.
  record           text not null check (json_valid(record)),
  -- The event for webhooks, and the mails that were written.
  event_id         text,
  mail_ids         text not null check (json_valid(mail_ids)),
  -- Which mail it waits for; null: for none.
  digest           text check (digest in ('hourly', 'daily')),
  -- When somebody has said that it is seen to, and which user.
  acknowledged_at_ms integer,
  acknowledged_by  text,
  -- The user who is to see to it; null: no user.
  assigned_to      text,
  primary key (tenant_id, id)
) strict;
create index price_trigger_newest on price_trigger (tenant_id, triggered_at_ms, id);
create index price_trigger_alert on price_trigger (tenant_id, alert_id, triggered_at_ms, id);
create index price_trigger_rest on price_trigger (tenant_id, alert_id, product_id, triggered_at_ms);
create index price_trigger_digest on price_trigger (tenant_id, digest, triggered_at_ms, id) where digest is not null;

create table repricing_rule (
  tenant_id            text not null,
  id                   text not null,
  name                 text not null,
  description          text,
  is_active            integer not null default 1 check (is_active in (0, 1)),
  priority             integer not null default 0,
  conditions           text not null check (json_valid(conditions)),
  action               text check (json_valid(action)),
  bounds               text check (json_valid(bounds)),
  target               text not null check (json_valid(target)),
  last_simulated_at_ms integer,
  include_out_of_stock integer not null default 0 check (include_out_of_stock in (0, 1)),
  -- The competitors that count, as JSON; none: all of them.
  competitor_ids       text not null default '[]' check (json_valid(competitor_ids)),
  -- What our own shipping costs where prices are compared with it; null: they are compared without.
  own_shipping_cents   integer check (own_shipping_cents >= 0),
  -- How long a price rests that a run has changed.
  cooldown_hours       integer not null default 0 check (cooldown_hours >= 0),
  -- What decides of the rule, as it was simulated last.
  simulated_as         text,
  created_at_ms        integer not null,
  updated_at_ms        integer not null,
  version              integer not null default 1,
  primary key (tenant_id, id)
) strict;
create index repricing_rule_priority on repricing_rule (tenant_id, priority, created_at_ms, id);

-- What a simulation would change, to be run within a day.
create table repricing_simulation (
  tenant_id     text not null,
  id            text not null,
  -- The rules with what decided of each, as JSON.
  rules         text not null check (json_valid(rules)),
  evaluated     integer not null,
  skipped       integer not null,
  expires_at_ms integer not null,
  primary key (tenant_id, id)
) strict;
create index repricing_simulation_expiry on repricing_simulation (expires_at_ms);
create table repricing_simulation_part (
  tenant_id     text not null,
  simulation_id text not null,
  -- Whether it has products that are skipped, and not changes.
  is_skipped    integer not null check (is_skipped in (0, 1)),
  place         integer not null,
  -- `[[product, rule, its name, list, before, after, reason, currency, rate], …]`, or `[[product, reason], …]`.
  entries       text not null check (json_valid(entries)),
  primary key (tenant_id, simulation_id, is_skipped, place),
  foreign key (tenant_id, simulation_id) references repricing_simulation (tenant_id, id) on delete cascade
) strict, without rowid;

-- What rules would have done to prices since a day.
create table repricing_replay (
  tenant_id       text not null,
  id              text not null,
  status          text not null check (status in ('processing', 'completed', 'failed', 'cancelled')),
  since_ms        integer not null,
  -- What is replayed, and the rules as they were, as JSON.
  request         text not null check (json_valid(request)),
  evaluated       integer not null default 0,
  moved           integer not null default 0,
  -- What changed on each day, as JSON.
  days            text not null check (json_valid(days)),
  -- By how much prices moved, in hundredths of a percent, and of how many: `[sum, count]`.
  moved_by        text not null check (json_valid(moved_by)),
  skip_reasons    text not null default '{}' check (json_valid(skip_reasons)),
  error           text,
  started_at_ms   integer not null,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;
create index repricing_replay_newest on repricing_replay (tenant_id, started_at_ms, id);
-- The prices that it would have moved.
create table repricing_replay_price (
  tenant_id     text not null,
  replay_id     text not null,
  place         integer not null,
  product_id    text not null,
  -- Null: the product's own.
  price_list_id text,
  currency      text not null,
  rule_id       text not null,
  start_cents   integer,
  end_cents     integer not null,
  lowest_cents  integer not null,
  highest_cents integer not null,
  changes       integer not null,
  primary key (tenant_id, replay_id, place)
) strict, without rowid;

create table repricing_run (
  tenant_id       text not null,
  id              text not null,
  status          text not null check (status in
    ('processing', 'completed', 'failed', 'awaiting_approval', 'rejected', 'expired')),
  triggered_by    text not null check (triggered_by in ('manual', 'schedule')),
  simulation_id   text,
  -- What is to be repriced, and by which rules, as JSON.
  request         text not null check (json_valid(request)),
  evaluated       integer not null default 0,
  changed         integer not null default 0,
  skipped         integer not null default 0,
  -- How many were passed over for which reason, as JSON.
  skip_reasons    text not null default '{}' check (json_valid(skip_reasons)),
  -- How far it is taken back, as JSON; null: it was not requested.
  revert          text check (json_valid(revert)),
  -- Who has started it; no id: the schedule.
  starter_kind    text not null default 'system'
    check (starter_kind in ('user', 'api_key', 'operator', 'console', 'system')),
  starter_id      text,
  -- The user who has approved or rejected it, and when; null: it did not wait, or still does.
  decided_by      text,
  decided_at_ms   integer,
  started_at_ms   integer not null,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;

create index repricing_run_newest on repricing_run (tenant_id, started_at_ms, id);
create index repricing_run_status on repricing_run (tenant_id, status, started_at_ms, id);

-- Runs that are taken back in the background.
create table repricing_revert (
  tenant_id       text not null,
  id              text not null,
  run_id          text not null,
  status          text not null check (status in ('processing', 'completed', 'failed', 'cancelled')),
  -- Also below today's MAP or cost.
  is_forced       integer not null check (is_forced in (0, 1)),
  -- How many changes stood when it began.
  total           integer not null,
  reverted        integer not null default 0,
  -- How many were passed over for which reason, as JSON.
  skip_reasons    text not null default '{}' check (json_valid(skip_reasons)),
  -- The last change that was looked at.
  after_id        text not null default '',
  error           text,
  started_at_ms   integer not null,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;
create index repricing_revert_newest on repricing_revert (tenant_id, started_at_ms, id);
create index repricing_revert_run on repricing_revert (tenant_id, run_id, started_at_ms, id);

-- What repricing has changed.
create table repricing_change (
  tenant_id      text not null,
  id             text not null,
  -- Null: one product by hand.
  run_id         text,
  rule_id        text,
  rule_name      text,
  product_id     text not null,
  -- Null: the product's own price.
  price_list_id  text,
  before_cents   integer,
  after_cents    integer not null,
  reason         text not null,
  -- Of both amounts, and how many units of it a euro was worth; null: they are in euros, or were set by hand.
  currency       text not null default 'EUR',
  exchange_rate  real,
  reverted_at_ms integer,
  actor_kind     text not null,
  actor_id       text,
  created_at_ms  integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index repricing_change_newest on repricing_change (tenant_id, created_at_ms, id);
create index repricing_change_product on repricing_change (tenant_id, product_id, created_at_ms, id);
create index repricing_change_run on repricing_change (tenant_id, run_id, created_at_ms, id);
create index repricing_change_rule on repricing_change (tenant_id, rule_id, created_at_ms, id);

-- Exchange rates, which hold from their day on until a later day has others.
create table exchange_rate_day (
  tenant_id     text not null,
  -- `2026-11-27`
  day           text not null check (day glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Units of a currency for one unit of the base currency, by ISO 4217 code.
  rates         text not null check (json_valid(rates)),
  source        text not null check (source in ('entered', 'feed')),
  updated_at_ms integer not null,
  primary key (tenant_id, day)
) strict, without rowid;

-- Rates of tax, in percent, by class and country; both days are part of it.
create table tax_rate (
  tenant_id     text not null,
  id            text not null,
  tax_class     text not null,
  country       text not null,
  rate          real not null check (rate between 0 and 100),
  -- `2026-11-27`; null: open.
  valid_from    text check (valid_from glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  valid_until   text check (valid_until glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  created_at_ms integer not null,
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, id)
) strict;
create index tax_rate_class on tax_rate (tenant_id, tax_class, country);
create index tax_rate_newest on tax_rate (tenant_id, created_at_ms, id);

-- Prices: lists, competitors, repricing.

-- Prices of a channel; of several lists of one channel the highest priority counts.
create table price_list (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  channel       text not null,
  currency      text not null default 'EUR',
  description   text,
  -- Both inclusive; null: open.
  start_at_ms   integer,
  end_at_ms     integer,
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
  compare_at_price_cents integer,
  min_quantity           integer not null default 1 check (min_quantity >= 1),
  created_at_ms          integer not null,
  updated_at_ms          integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, price_list_id) references price_list (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index price_list_entry_key
  on price_list_entry (tenant_id, price_list_id, product_id, ifnull(variant_id, ''), min_quantity);
create index price_list_entry_product on price_list_entry (tenant_id, product_id, price_list_id);

create table competitor (
  tenant_id      text not null,
  id             text not null,
  code           text not null,
  name           text not null,
  base_url       text,
  is_active      integer not null default 1 check (is_active in (0, 1)),
  -- Blacklisted since; its prices count no longer.
  blacklisted_at_ms integer,
  blacklist_reason  text,
  -- Hidden since; its name stays in the history.
  deleted_at_ms  integer,
  created_at_ms  integer not null,
  updated_at_ms  integer not null,
  version        integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index competitor_code on competitor (tenant_id, code) where deleted_at_ms is null;

-- What a competitor asked for a product, when it was seen.
create table competitor_observation (
  tenant_id            text not null,
  id                   text not null,
  product_id           text not null,
  competitor_id        text not null,
  url                  text not null,
  price_cents          integer not null check (price_cents > 0),
  price_original_cents integer,
  shipping_cost_cents  integer,
  stock_status         text,
  seller_name          text,
  promo_label          text,
  -- A doubtful one counts only once somebody has confirmed it.
  is_valid             integer not null default 1 check (is_valid in (0, 1)),
  observed_at_ms       integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index competitor_observation_latest
  on competitor_observation (tenant_id, product_id, competitor_id, observed_at_ms);

-- What repricing has changed.
create table repricing_change (
  tenant_id      text not null,
  id             text not null,
  product_id     text not null,
  -- Null: the product's own price.
  price_list_id  text,
  before_cents   integer,
  after_cents    integer not null,
  actor_kind     text not null,
  actor_id       text,
  created_at_ms  integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index repricing_change_product on repricing_change (tenant_id, product_id, created_at_ms, id);

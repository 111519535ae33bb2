-- Money is integer hundredths (`_cents`); `_us` is Unix microseconds, `_ms` Unix milliseconds; weights kg, sizes cm.

-- The change clock: `product.updated_at_us` is strictly increasing per tenant, so a reader that remembers the last
-- value it saw has missed nothing.
create table tenant_clock (
  tenant_id text primary key,
  last_us   integer not null
) strict, without rowid;

create table brand (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  -- Lower case, without accents: names are matched by it.
  name_key      text not null,
  slug          text not null,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  primary key (tenant_id, id)
) strict;
create unique index brand_name on brand (tenant_id, name_key);

create table category (
  tenant_id     text not null,
  id            text not null,
  parent_id     text,
  name          text not null,
  name_key      text not null,
  slug          text not null,
  -- Names from the root down, joined with " > ".
  path          text not null,
  path_key      text not null,
  level         integer not null,
  sort_order    integer not null default 0,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references category (tenant_id, id)
) strict;
create unique index category_path on category (tenant_id, path_key);
create index category_parent on category (tenant_id, parent_id);

create table supplier (
  tenant_id     text not null,
  id            text not null,
  code          text not null,
  code_key      text not null,
  name          text not null,
  is_active     integer not null default 1 check (is_active in (0, 1)),
  created_at_ms integer not null,
  updated_at_ms integer not null,
  primary key (tenant_id, id)
) strict;
create unique index supplier_code on supplier (tenant_id, code_key);

create table product (
  -- Names this row in the full-text index.
  row_id             integer primary key,
  tenant_id          text not null,
  id                 text not null,
  -- As first written, blanks and dashes removed; `gtin14` is what uniqueness and matching compare.
  ean                text,
  gtin14             text,
  ean_status         text not null check (ean_status in ('valid', 'checksum_invalid', 'nonstandard_length', 'missing')),
  reference          text,
  -- Lower case, without accents: what search compares.
  reference_key      text,
  -- The master content in the pivot language.
  title              text not null,
  title_key          text not null,
  short_description  text,
  description        text,
  brand_id           text,
  category_id        text,
  supplier_id        text,
  price_cents        integer,
  -- The price as lists order it, with those without one last.
  price_order        integer generated always as (ifnull(price_cents, -1)) virtual,
  cost_price_cents   integer,
  tax_rate           real,
  weight             real,
  width              real,
  height             real,
  depth              real,
  asin               text,
  country_of_origin  text,
  status             text not null default 'active' check (status in ('active', 'inactive', 'archived', 'draft')),
  lifecycle_status   text not null default 'active'
                     check (lifecycle_status in ('new', 'active', 'phase_out', 'discontinued', 'end_of_life')),
  workflow_status    text not null default 'draft'
                     check (workflow_status in ('draft', 'review', 'approved', 'published', 'archived')),
  -- The generic stock entry if there is one, else the sum over suppliers, else 0.
  stock              integer not null default 0,
  supplier_count     integer not null default 0,
  image_url          text,
  -- Every other product field that has a value, by its API name.
  extra              text not null default '{}' check (json_valid(extra)),
  completeness_score integer not null default 0,
  created_at_ms      integer not null,
  updated_at_us      integer not null,
  deleted_at_ms      integer
) strict;
create unique index product_id on product (tenant_id, id);
create unique index product_gtin on product (tenant_id, gtin14) where gtin14 is not null;
create index product_reference on product (tenant_id, reference) where reference is not null;
create unique index product_changes on product (tenant_id, updated_at_us);
-- An index ends with `row_id`, which grows with each new product: newest first is `row_id` downward, and breaks ties.
-- `deleted_at_ms`, always null here, spares SQLite a look at the row to see that it is.
create index product_newest on product (tenant_id, deleted_at_ms) where deleted_at_ms is null;
create index product_deleted on product (tenant_id) where deleted_at_ms is not null;
create index product_by_title on product (tenant_id, deleted_at_ms, title_key) where deleted_at_ms is null;
create index product_by_price on product (tenant_id, deleted_at_ms, price_order) where deleted_at_ms is null;
create index product_by_score on product (tenant_id, deleted_at_ms, completeness_score) where deleted_at_ms is null;
create index product_by_brand on product (tenant_id, deleted_at_ms, brand_id) where deleted_at_ms is null;
create index product_by_category on product (tenant_id, deleted_at_ms, category_id) where deleted_at_ms is null;

-- What erased products leave behind, for whoever follows the changes.
create table product_tombstone (
  tenant_id     text not null,
  row_id        integer not null,
  id            text not null,
  ean           text,
  updated_at_us integer not null,
  primary key (tenant_id, updated_at_us)
) strict, without rowid;

-- Texts of a product in one language. The pivot language of the group is the product row itself.
create table content_variant (
  tenant_id     text not null,
  id            text not null,
  product_id    text not null,
  language      text not null,
  entity_id     text,
  configuration_id text,
  -- The fields that have a value, by their API names.
  content       text not null check (json_valid(content)),
  reviewed      integer not null default 0 check (reviewed in (0, 1)),
  created_at_ms integer not null,
  updated_at_us integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index content_variant_target
  on content_variant (tenant_id, product_id, language, ifnull(entity_id, ''), ifnull(configuration_id, ''));

-- Which suppliers sell a product, and on what terms.
create table product_supplier (
  tenant_id          text not null,
  product_id         text not null,
  supplier_id        text not null,
  supplier_reference text,
  cost_price_cents   integer,
  stock              integer,
  updated_at_ms      integer not null,
  primary key (tenant_id, product_id, supplier_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id)
) strict, without rowid;
create index product_supplier_reference on product_supplier (tenant_id, supplier_id, supplier_reference);

-- The generic stock of a product, kept apart from its suppliers' records.
create table product_stock (
  tenant_id     text not null,
  product_id    text not null,
  quantity      integer not null,
  updated_at_ms integer not null,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

-- Substring search over title, EAN and reference. Filled behind the changes; `search_state` says how far. All tenants
-- share the index: `tenant` holds the tag of the product's own.
create virtual table product_trigram
  using fts5 (tenant, text, content = '', contentless_delete = 1, tokenize = 'trigram');
-- Fewer and larger merges: the longest insert of 300 products takes 17 ms instead of 44.
insert into product_trigram (product_trigram, rank) values ('automerge', 8);
create table search_state (
  tenant_id     text primary key,
  indexed_to_us integer not null,
  -- Three characters that no other tenant has, so that they are one token.
  tag           text not null unique
) strict, without rowid;

-- Products and what they name. Money is integer hundredths (`_cents`); `_us` is Unix microseconds, `_ms` Unix milliseconds;
-- weights are kg, sizes cm.

-- The change sequence: `product_state.updated_at_us` is strictly increasing per tenant, so a reader that remembers the last
-- value it saw has missed nothing.
create table tenant_clock (
  tenant_id        text primary key,
  last_us          integer not null,
  -- How many products the tenant has: counting a million takes a tenth of a second.
  live_products    integer not null default 0,
  deleted_products integer not null default 0
) strict, without rowid;

-- Who makes products.
create table brand (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  -- Lower case, without accents: names are matched by it.
  name_key      text not null,
  slug          text not null,
  description   text,
  logo_url      text,
  website       text,
  is_active     integer not null default 1 check (is_active in (0, 1)),
  -- The caller's own id.
  external_id   text,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  -- Grows with every change; it is the ETag.
  version       integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index brand_name on brand (tenant_id, name_key);
create index brand_newest on brand (tenant_id, created_at_ms, id);

-- The tree that products are sorted into.
create table category (
  tenant_id     text not null,
  id            text not null,
  parent_id     text,
  name          text not null,
  name_key      text not null,
  slug          text not null,
  description   text,
  -- Names from the root down, joined with " > ".
  path          text not null,
  path_key      text not null,
  level         integer not null,
  sort_order    integer not null default 0,
  is_active     integer not null default 1 check (is_active in (0, 1)),
  created_at_ms integer not null,
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references category (tenant_id, id)
) strict;
create unique index category_path on category (tenant_id, path_key);
create index category_parent on category (tenant_id, parent_id);
create index category_slug on category (tenant_id, parent_id, slug);
create index category_name on category (tenant_id, name_key, id);
create index category_newest on category (tenant_id, created_at_ms, id);

-- Who sells products.
create table supplier (
  tenant_id              text not null,
  id                     text not null,
  code                   text not null,
  code_key               text not null,
  name                   text not null,
  -- Lower case, without accents: lists are ordered by it.
  name_key               text not null default '',
  country                text,
  email                  text,
  phone                  text,
  website                text,
  contact_name           text,
  currency               text not null default 'EUR',
  lead_time_days         integer,
  min_order_amount_cents integer,
  notes                  text,
  is_active              integer not null default 1 check (is_active in (0, 1)),
  created_at_ms          integer not null,
  updated_at_ms          integer not null,
  version                integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index supplier_code on supplier (tenant_id, code_key);
create index supplier_name on supplier (tenant_id, name_key, id);
create index supplier_newest on supplier (tenant_id, created_at_ms, id);

-- Words that products are marked with.
create table tag (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  -- Lower case, without accents: names are matched by it.
  name_key      text not null,
  slug          text not null,
  -- #rrggbb
  color         text,
  version       integer not null default 1,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  primary key (tenant_id, id)
) strict;
create unique index tag_name on tag (tenant_id, name_key);
create index tag_newest on tag (tenant_id, created_at_ms, id);

-- A product with the fields that lists filter and sort by.
create table product (
  -- Names this row in the search index and in the tables that only append.
  row_id             integer primary key,
  tenant_id          text not null,
  id                 text not null,
  -- As first written, blanks and dashes removed; `gtin14` is what uniqueness and matching compare.
  ean                text,
  gtin14             text,
  -- Checks are written word by word: SQLite fills a temporary table for `in (…)` of three words or more, row by row.
  ean_status         text not null default 'missing' check (
    ean_status = 'valid' or ean_status = 'checksum_invalid' or ean_status = 'nonstandard_length'
    or ean_status = 'missing'),
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
  image_url          text,
  status             text not null default 'active' check (
    status = 'active' or status = 'inactive' or status = 'archived' or status = 'draft'),
  lifecycle_status   text not null default 'active' check (
    lifecycle_status = 'new' or lifecycle_status = 'active' or lifecycle_status = 'phase_out'
    or lifecycle_status = 'discontinued' or lifecycle_status = 'end_of_life'),
  workflow_status    text not null default 'draft' check (
    workflow_status = 'draft' or workflow_status = 'review' or workflow_status = 'approved'
    or workflow_status = 'published' or workflow_status = 'archived'),
  -- Every other product field that has a value, by its API name. `true` stands for a slug made of the title, and for a list
  -- of images that has only `image_url`: db/products/stored-extra.ts.
  extra              text not null default '{}' check (json_valid(extra)),
  completeness_score integer not null default 0,
  created_at_ms      integer not null,
  deleted_at_ms      integer
) strict;
create unique index product_id on product (tenant_id, id);
create unique index product_gtin on product (tenant_id, gtin14) where gtin14 is not null;
create index product_reference on product (tenant_id, reference) where reference is not null;
-- Those that are written with blanks, dashes, small letters or zeros in front: price scrapers may leave these out.
create index product_loose_reference on product (tenant_id, upper(ltrim(replace(replace(reference, '-', ''), ' ', ''), '0')))
  where reference is not null and reference <> upper(ltrim(replace(replace(reference, '-', ''), ' ', ''), '0'));
create index product_deleted on product (tenant_id) where deleted_at_ms is not null;
create index product_by_title on product (tenant_id, deleted_at_ms, title_key) where deleted_at_ms is null;
create index product_by_price on product (tenant_id, deleted_at_ms, price_order) where deleted_at_ms is null;
create index product_by_score on product (tenant_id, deleted_at_ms, completeness_score) where deleted_at_ms is null;
create index product_by_brand on product (tenant_id, deleted_at_ms, brand_id) where deleted_at_ms is null;
create index product_by_category on product (tenant_id, deleted_at_ms, category_id) where deleted_at_ms is null;
create index product_by_status on product (tenant_id, deleted_at_ms, status) where deleted_at_ms is null;
-- Soft-deleted products still name their brand, category and supplier: the deletion of one of these must find them.
create index product_deleted_brand on product (tenant_id, brand_id) where deleted_at_ms is not null;
create index product_deleted_category on product (tenant_id, category_id) where deleted_at_ms is not null;
-- The ERP-sync list goes by reference: those without one come last, by id. The others are in `product_reference`.
create index product_without_reference on product (tenant_id, id) where reference is null;
create index product_newest on product (tenant_id, deleted_at_ms, row_id, price_order) where deleted_at_ms is null;

-- What changes often of a product, in a row of a tenth of its size: five products fill a page of the file, so a thousand
-- pages were rewritten when the stock of five thousand products changed. The row id is that of the product.
create table product_state (
  row_id            integer primary key,
  tenant_id         text not null,
  -- The product's place among the tenant's changes.
  updated_at_us     integer not null,
  -- The generic stock if there is one, else the sum over suppliers, else 0.
  stock             integer not null default 0,
  -- The stock that belongs to no supplier; null where none is stored.
  generic_stock     integer,
  supplier_count    integer not null default 0
) strict;
create unique index product_changes on product_state (tenant_id, updated_at_us);

-- What erased products leave behind, for readers that follow the changes.
create table product_tombstone (
  tenant_id     text not null,
  row_id        integer not null,
  id            text not null,
  ean           text,
  updated_at_us integer not null,
  primary key (tenant_id, updated_at_us)
) strict, without rowid;

-- Which suppliers sell a product, and on what terms.
create table product_supplier (
  tenant_id          text not null,
  product_id         text not null,
  supplier_id        text not null,
  supplier_reference text,
  cost_price_cents   integer,
  currency           text,
  stock              integer,
  lead_time_days     integer,
  min_order_quantity integer,
  updated_at_ms      integer not null,
  primary key (tenant_id, product_id, supplier_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id)
) strict, without rowid;
create index product_supplier_reference on product_supplier (tenant_id, supplier_id, supplier_reference)
  where supplier_reference is not null;
-- A supplier's products, in the order of their ids.
create index product_supplier_products on product_supplier (tenant_id, supplier_id);

-- Which products have which tags.
create table product_tag (
  tenant_id  text not null,
  product_id text not null,
  tag_id     text not null,
  primary key (tenant_id, product_id, tag_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references tag (tenant_id, id)
) strict, without rowid;
create index product_tag_products on product_tag (tenant_id, tag_id);

-- How many live products each brand, category, supplier, tag and status has, maintained by `insertProducts` and the
-- triggers below: to count them when a list is read would read the catalog. No trigger on an insert of products: it makes
-- SQLite look each new product up in every table that refers to products, the tenant's rows one by one.
create table product_count (
  tenant_id text not null,
  -- Of the brand, category, supplier or tag; or `status ` and its word.
  owner_id  text not null,
  products  integer not null,
  primary key (tenant_id, owner_id)
) strict, without rowid;

create trigger product_rebranded after update of brand_id on product
  when old.brand_id is not new.brand_id begin
  update product_count set products = products - 1
    where tenant_id = old.tenant_id and owner_id = old.brand_id and old.deleted_at_ms is null;
  insert into product_count (tenant_id, owner_id, products)
    select new.tenant_id, new.brand_id, 1 where new.brand_id is not null and old.deleted_at_ms is null
    on conflict do update set products = products + 1;
end;

create trigger product_recategorized after update of category_id on product
  when old.category_id is not new.category_id begin
  update product_count set products = products - 1
    where tenant_id = old.tenant_id and owner_id = old.category_id and old.deleted_at_ms is null;
  insert into product_count (tenant_id, owner_id, products)
    select new.tenant_id, new.category_id, 1 where new.category_id is not null and old.deleted_at_ms is null
    on conflict do update set products = products + 1;
end;

create trigger product_restated after update of status on product
  when old.status <> new.status begin
  update product_count set products = products - 1
    where tenant_id = old.tenant_id and owner_id = 'status ' || old.status and old.deleted_at_ms is null;
  insert into product_count (tenant_id, owner_id, products)
    select new.tenant_id, 'status ' || new.status, 1 where old.deleted_at_ms is null
    on conflict do update set products = products + 1;
end;

-- The three before count for the products that were live; so this one, for both, takes what the row names now.
create trigger product_hidden after update of deleted_at_ms on product
  when (old.deleted_at_ms is null) <> (new.deleted_at_ms is null) begin
  insert into product_count (tenant_id, owner_id, products)
    select new.tenant_id, owner_id, 1 from (
      select new.brand_id as owner_id union all select new.category_id union all select 'status ' || new.status
      union all select supplier_id from product_supplier where tenant_id = new.tenant_id and product_id = new.id
      union all select tag_id from product_tag where tenant_id = new.tenant_id and product_id = new.id
    ) where owner_id is not null
    on conflict do update set products = products + iif(new.deleted_at_ms is null, 1, -1);
end;

-- Before, because its suppliers and tags are deleted afterwards.
create trigger product_uncounted before delete on product when old.deleted_at_ms is null begin
  update product_count set products = products - 1
    where tenant_id = old.tenant_id and owner_id in (
      select old.brand_id union all select old.category_id union all select 'status ' || old.status
      union all select supplier_id from product_supplier where tenant_id = old.tenant_id and product_id = old.id
      union all select tag_id from product_tag where tenant_id = old.tenant_id and product_id = old.id);
end;

create trigger product_hidden_total after update of deleted_at_ms on product
  when (old.deleted_at_ms is null) <> (new.deleted_at_ms is null) begin
  update tenant_clock set
    live_products = live_products + iif(new.deleted_at_ms is null, 1, -1),
    deleted_products = deleted_products - iif(new.deleted_at_ms is null, 1, -1)
    where tenant_id = new.tenant_id;
end;

create trigger product_erased_total after delete on product begin
  update tenant_clock set
    live_products = live_products - (old.deleted_at_ms is null),
    deleted_products = deleted_products - (old.deleted_at_ms is not null)
    where tenant_id = old.tenant_id;
end;

-- A foreign key would have each new row looked up once more.
create trigger product_state_erased after delete on product begin
  delete from product_state where tenant_id = old.tenant_id and row_id = old.row_id;
end;

create trigger product_supplier_counted after insert on product_supplier begin
  insert into product_count (tenant_id, owner_id, products)
    select new.tenant_id, new.supplier_id, 1 from product
      where tenant_id = new.tenant_id and id = new.product_id and deleted_at_ms is null
    on conflict do update set products = products + 1;
end;

create trigger product_supplier_uncounted after delete on product_supplier begin
  update product_count set products = products - 1
    where tenant_id = old.tenant_id and owner_id = old.supplier_id
      and exists (select 1 from product
        where tenant_id = old.tenant_id and id = old.product_id and deleted_at_ms is null);
end;

create trigger product_tag_counted after insert on product_tag begin
  insert into product_count (tenant_id, owner_id, products)
    select new.tenant_id, new.tag_id, 1 from product
      where tenant_id = new.tenant_id and id = new.product_id and deleted_at_ms is null
    on conflict do update set products = products + 1;
end;

create trigger product_tag_uncounted after delete on product_tag begin
  update product_count set products = products - 1
    where tenant_id = old.tenant_id and owner_id = old.tag_id
      and exists (select 1 from product
        where tenant_id = old.tenant_id and id = old.product_id and deleted_at_ms is null);
end;

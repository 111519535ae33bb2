alter table brand add column description text;
alter table brand add column logo_url text;
alter table brand add column website text;
alter table brand add column is_active integer not null default 1 check (is_active in (0, 1));
alter table brand add column external_id text;
-- Grows with every change: it is the ETag.
alter table brand add column version integer not null default 1;
create index brand_newest on brand (tenant_id, created_at_ms, id);

alter table category add column description text;
alter table category add column is_active integer not null default 1 check (is_active in (0, 1));
alter table category add column version integer not null default 1;
create index category_slug on category (tenant_id, parent_id, slug);
create index category_name on category (tenant_id, name_key, id);
create index category_newest on category (tenant_id, created_at_ms, id);

-- Lower case, without accents: lists are ordered by it.
alter table supplier add column name_key text not null default '';
alter table supplier add column country text;
alter table supplier add column email text;
alter table supplier add column phone text;
alter table supplier add column website text;
alter table supplier add column contact_name text;
alter table supplier add column currency text not null default 'EUR';
alter table supplier add column lead_time_days integer;
alter table supplier add column min_order_amount_cents integer;
alter table supplier add column notes text;
alter table supplier add column version integer not null default 1;
create index supplier_name on supplier (tenant_id, name_key, id);
create index supplier_newest on supplier (tenant_id, created_at_ms, id);

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

create table product_tag (
  tenant_id  text not null,
  product_id text not null,
  tag_id     text not null,
  primary key (tenant_id, product_id, tag_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references tag (tenant_id, id)
) strict, without rowid;
create index product_tag_products on product_tag (tenant_id, tag_id);

-- Soft-deleted products still name their brand, category and supplier: whoever deletes one of these must find them.
create index product_deleted_brand on product (tenant_id, brand_id) where deleted_at_ms is not null;
create index product_deleted_category on product (tenant_id, category_id) where deleted_at_ms is not null;

-- How many live products each brand, category, supplier and tag has, kept by `insertProducts` and the triggers below: to
-- count them when a list is read would read the catalog. No trigger on an insert of products: it makes SQLite look each
-- new product up in every table that refers to products, the tenant's rows one by one.
create table product_count (
  tenant_id text not null,
  -- Of the brand, category, supplier or tag.
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

-- The two before count for the products that were live; so this one, for both, takes what the row names now.
create trigger product_hidden after update of deleted_at_ms on product
  when (old.deleted_at_ms is null) <> (new.deleted_at_ms is null) begin
  insert into product_count (tenant_id, owner_id, products)
    select new.tenant_id, owner_id, 1 from (
      select new.brand_id as owner_id union all select new.category_id
      union all select supplier_id from product_supplier where tenant_id = new.tenant_id and product_id = new.id
      union all select tag_id from product_tag where tenant_id = new.tenant_id and product_id = new.id
    ) where owner_id is not null
    on conflict do update set products = products + iif(new.deleted_at_ms is null, 1, -1);
end;

-- Before, because its suppliers and tags are gone afterwards.
create trigger product_uncounted before delete on product when old.deleted_at_ms is null begin
  update product_count set products = products - 1
    where tenant_id = old.tenant_id and owner_id in (
      select old.brand_id union all select old.category_id
      union all select supplier_id from product_supplier where tenant_id = old.tenant_id and product_id = old.id
      union all select tag_id from product_tag where tenant_id = old.tenant_id and product_id = old.id);
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

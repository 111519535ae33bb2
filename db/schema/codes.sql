-- EAN lookups, marketplaces' codes, compliance.

-- EANs that were looked up, and what came of it.
create table ean_lookup (
  tenant_id     text not null,
  id            text not null,
  ean           text not null,
  -- Where it was found; null: nowhere.
  source        text check (source in ('catalog', 'variant', 'pending_import')),
  product_id    text,
  created_at_ms integer not null,
  primary key (tenant_id, created_at_ms, id)
) strict, without rowid;
create index ean_lookup_age on ean_lookup (created_at_ms);

-- How a file of EANs and ASINs is read.
create table ean_asin_template (
  tenant_id          text not null,
  id                 integer not null,
  name               text not null,
  name_key           text not null,
  ean_column         text not null,
  asin_column        text not null,
  marketplace_column text,
  -- For rows that name none.
  marketplace        text,
  delimiter          text not null,
  created_at_ms      integer not null,
  updated_at_ms      integer not null,
  -- Grows with every change; it is the ETag.
  version            integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index ean_asin_template_name on ean_asin_template (tenant_id, name_key);

-- Which ASIN an EAN has on a marketplace.
create table ean_asin_mapping (
  tenant_id     text not null,
  id            text not null,
  -- As first written; `gtin14` is what uniqueness and matching compare.
  ean           text not null,
  gtin14        text not null,
  asin          text not null,
  marketplace   text not null,
  status        text not null check (status in ('active', 'pending', 'rejected')),
  confidence    real not null check (confidence between 0 and 1),
  source        text not null check (source in ('manual', 'import', 'connector')),
  created_at_ms integer not null,
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index ean_asin_mapping_code on ean_asin_mapping (tenant_id, gtin14, marketplace);
create index ean_asin_mapping_newest on ean_asin_mapping (tenant_id, created_at_ms, id);
create index ean_asin_mapping_asin on ean_asin_mapping (tenant_id, asin);

-- What a tenant has changed of a built-in rule.
create table compliance_rule (
  tenant_id     text not null,
  code          text not null,
  severity      text not null check (severity in ('error', 'warning')),
  is_active     integer not null check (is_active in (0, 1)),
  -- The categories it holds for, with those below them; empty: all products.
  category_ids  text not null default '[]' check (json_valid(category_ids)),
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, code)
) strict, without rowid;

-- Declarations, certificates and the like of a product.
create table compliance_document (
  tenant_id     text not null,
  id            text not null,
  product_id    text not null,
  type          text not null,
  title         text,
  file_key      text not null,
  file_name     text not null,
  content_type  text not null,
  size_bytes    integer not null,
  -- The last day, YYYY-MM-DD.
  valid_until   text,
  created_at_ms integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index compliance_document_product on compliance_document (tenant_id, product_id, created_at_ms, id);

create trigger document_file_stored after insert on compliance_document begin
  insert into tenant_storage values (new.tenant_id, new.size_bytes)
    on conflict do update set stored_bytes = stored_bytes + excluded.stored_bytes;
end;

create trigger document_file_deleted after delete on compliance_document begin
  update tenant_storage set stored_bytes = stored_bytes - old.size_bytes where tenant_id = old.tenant_id;
end;

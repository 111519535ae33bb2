-- Shops and marketplaces.

-- A shop or marketplace that products are pushed to.
create table connector (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  platform_id   text not null,
  created_at_ms integer not null,
  primary key (tenant_id, id)
) strict;

-- What a product is called on a platform.
create table platform_mapping (
  tenant_id         text not null,
  connector_id      text not null,
  product_id        text not null,
  external_id       text not null,
  external_url      text,
  last_synced_at_ms integer,
  primary key (tenant_id, connector_id, product_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index platform_mapping_product on platform_mapping (tenant_id, product_id);

-- Variants and relations of products.

-- Sizes, colours and the like of a product; not to be taken for its texts in other languages.
create table product_variant (
  tenant_id              text not null,
  id                     text not null,
  product_id             text not null,
  sku                    text not null,
  -- Lower case, without accents: what search compares.
  sku_key                text not null,
  ean                    text,
  gtin14                 text,
  -- Name of the option to its value.
  option_values          text not null default '{}' check (json_valid(option_values)),
  -- `null`: the product's own.
  price_cents            integer,
  compare_at_price_cents integer,
  cost_price_cents       integer,
  stock                  integer not null default 0 check (stock >= 0),
  weight_kg              real,
  image_url              text,
  is_active              integer not null default 1 check (is_active in (0, 1)),
  position               integer not null,
  created_at_ms          integer not null,
  updated_at_us          integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index product_variant_sku on product_variant (tenant_id, sku);
create index product_variant_loose_sku on product_variant (tenant_id, upper(ltrim(replace(replace(sku, '-', ''), ' ', ''), '0')))
  where sku <> upper(ltrim(replace(replace(sku, '-', ''), ' ', ''), '0'));
create unique index product_variant_gtin on product_variant (tenant_id, gtin14) where gtin14 is not null;
create index product_variant_product on product_variant (tenant_id, product_id, position, id);
create index product_variant_stocked on product_variant (tenant_id, product_id) where is_active = 1 and stock > 0;
-- A product is in stock when a variant that is sold is.
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

-- The axes that variants of a product differ in.
create table product_option (
  tenant_id     text not null,
  id            text not null,
  product_id    text not null,
  name          text not null,
  -- Lower case: one product has no two options that differ by it.
  name_key      text not null,
  option_values text not null check (json_valid(option_values)),
  position      integer not null,
  created_at_ms integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index product_option_name on product_option (tenant_id, product_id, name_key);

-- A product points at another one; the other way round is another relation.
create table product_relation (
  tenant_id          text not null,
  id                 text not null,
  product_id         text not null,
  related_product_id text not null,
  relationship_type  text not null check (relationship_type in
                     ('accessory', 'cross_sell', 'up_sell', 'spare_part', 'compatible_with', 'replacement')),
  priority           integer not null default 0 check (priority >= 0),
  created_at_ms      integer not null,
  updated_at_us      integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, related_product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index product_relation_target
  on product_relation (tenant_id, product_id, relationship_type, related_product_id);
create index product_relation_related on product_relation (tenant_id, related_product_id);

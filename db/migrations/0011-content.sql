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
create unique index product_variant_gtin on product_variant (tenant_id, gtin14) where gtin14 is not null;
create index product_variant_product on product_variant (tenant_id, product_id, position, id);
create index product_variant_stocked on product_variant (tenant_id, product_id) where is_active = 1 and stock > 0;

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

-- Where products are sold under texts of their own: a channel, a subsidiary.
create table entity (
  tenant_id        text not null,
  id               text not null,
  code             text not null,
  name             text not null,
  type             text not null check (type in ('channel', 'subsidiary')),
  default_language text,
  price_channel    text,
  is_active        integer not null default 1 check (is_active in (0, 1)),
  created_at_ms    integer not null,
  updated_at_ms    integer not null,
  version          integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index entity_code on entity (tenant_id, code);
create index entity_newest on entity (tenant_id, created_at_ms, id);

-- One way to show the products of an entity: a storefront, a catalogue.
create table entity_configuration (
  tenant_id     text not null,
  id            text not null,
  entity_id     text not null,
  code          text not null,
  name          text not null,
  language      text,
  is_default    integer not null default 0 check (is_default in (0, 1)),
  is_active     integer not null default 1 check (is_active in (0, 1)),
  created_at_ms integer not null,
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, entity_id) references entity (tenant_id, id) on delete cascade
) strict;
create unique index entity_configuration_code on entity_configuration (tenant_id, entity_id, code);
create unique index entity_configuration_default on entity_configuration (tenant_id, entity_id) where is_default = 1;

-- The products of an entity, with what the entity says otherwise of them.
create table product_entity (
  tenant_id                  text not null,
  product_id                 text not null,
  entity_id                  text not null,
  internal_reference         text,
  description_override       text,
  short_description_override text,
  status                     text not null default 'active' check (status in ('active', 'inactive', 'draft')),
  notes                      text,
  created_at_ms              integer not null,
  updated_at_us              integer not null,
  primary key (tenant_id, product_id, entity_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, entity_id) references entity (tenant_id, id)
) strict, without rowid;
create index product_entity_members on product_entity (tenant_id, entity_id);

-- A product's own texts, once they were written or reviewed as a content variant. They count as reviewed as long as
-- they are these, whoever changes them.
create table master_review (
  tenant_id     text not null,
  product_id    text not null,
  -- SHA-256 of the texts that were reviewed; null: none were.
  reviewed_hash text,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

create index content_variant_entity on content_variant (tenant_id, entity_id) where entity_id is not null;
create index content_variant_configuration
  on content_variant (tenant_id, configuration_id) where configuration_id is not null;

-- Texts by language, and where products are sold under texts of their own.

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
  -- Since when texts that a machine has stored by itself wait for a review; null: none do.
  waits_since_ms integer,
  created_at_ms integer not null,
  updated_at_us integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index content_variant_target
  on content_variant (tenant_id, product_id, language, ifnull(entity_id, ''), ifnull(configuration_id, ''));
create index content_variant_waiting
  on content_variant (tenant_id, waits_since_ms, id) where waits_since_ms is not null;
create index content_variant_waiting_in
  on content_variant (tenant_id, language, waits_since_ms, id) where waits_since_ms is not null;
create index content_variant_entity on content_variant (tenant_id, entity_id) where entity_id is not null;
create index content_variant_configuration
  on content_variant (tenant_id, configuration_id) where configuration_id is not null;

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

-- A product's own texts, once they were written or reviewed as a content variant. They count as reviewed as long as they
-- are these, after any change.
create table master_review (
  tenant_id     text not null,
  product_id    text not null,
  -- SHA-256 of the texts that were reviewed; null: none were.
  reviewed_hash text,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

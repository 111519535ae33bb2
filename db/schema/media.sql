-- Images.

-- Images of products. The file of one that is stored here lies at `<tenant>/media/<product>/<id>`; others are addresses.
create table media (
  tenant_id     text not null,
  id            text not null,
  product_id    text not null,
  source        text not null check (source in ('upload', 'import', 'scraper', 'connector')),
  -- Where everybody finds it.
  url           text not null,
  -- Where an import found a file that is stored here now.
  source_url    text,
  is_stored     integer not null check (is_stored in (0, 1)),
  title         text,
  alt_text      text,
  position      integer not null,
  is_primary    integer not null check (is_primary in (0, 1)),
  -- Known of a stored one only.
  file_name     text,
  content_type  text,
  size_bytes    integer,
  sha256        text,
  width         integer,
  height        integer,
  -- Which smaller sizes lie beside it.
  thumbnails    text not null default '[]' check (json_valid(thumbnails)),
  created_at_ms integer not null,
  updated_at_us integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index media_of_product on media (tenant_id, product_id, position, created_at_ms, id);
create unique index media_primary on media (tenant_id, product_id) where is_primary = 1;
create index media_scraped on media (tenant_id, product_id) where source = 'scraper';
-- The address of a stored one names no tenant.
create unique index media_public on media (id) where is_stored = 1;

create trigger media_file_stored after insert on media when new.is_stored = 1 and new.size_bytes is not null begin
  insert into tenant_storage values (new.tenant_id, new.size_bytes)
    on conflict do update set stored_bytes = stored_bytes + excluded.stored_bytes;
end;

create trigger media_file_deleted after delete on media when old.is_stored = 1 and old.size_bytes is not null begin
  update tenant_storage set stored_bytes = stored_bytes - old.size_bytes where tenant_id = old.tenant_id;
end;

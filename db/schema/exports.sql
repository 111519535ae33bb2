-- Files out.

-- A file that is written for a caller to fetch. `PENDING` until a thread takes it up, then `PROGRESS`, at last `SUCCESS`
-- or `FAILURE`. An interrupted one starts again from its first row, still in `PROGRESS`.
create table export_task (
  tenant_id          text not null,
  id                 text not null,
  state              text not null default 'PENDING'
                     check (state in ('PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE')),
  -- What to write: the fields, the filter, the language, the format's own options.
  options            text not null check (json_valid(options)),
  current_rows       integer not null default 0,
  total_rows         integer not null default 0,
  file_size_bytes    integer,
  -- Texts that were longer than a cell of a workbook, and were cut.
  cut_cells          integer not null default 0,
  error              text,
  created_at_ms      integer not null,
  -- Set when it ends. From then on what it left on the disk, whole or not, may be deleted.
  expires_at_ms      integer,
  file_deleted_at_ms integer,
  primary key (tenant_id, id),
  check ((state in ('SUCCESS', 'FAILURE')) = (expires_at_ms is not null)),
  check ((state = 'SUCCESS') = (file_size_bytes is not null)),
  check ((state = 'FAILURE') = (error is not null))
) strict;
create index export_task_expiry on export_task (expires_at_ms)
  where file_deleted_at_ms is null and expires_at_ms is not null;

-- An export that was requested by the older route: its task writes the file.
create table legacy_export (
  tenant_id       text not null,
  id              text not null,
  export_type     text not null check (export_type in ('products', 'suppliers', 'imports', 'orders', 'customers')),
  format          text not null check (format in ('csv', 'json', 'excel')),
  task_id         text not null,
  -- The job that writes the file, to cancel it.
  job_uid         text not null,
  cancelled_at_ms integer,
  created_at_ms   integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references export_task (tenant_id, id)
) strict;
create index legacy_export_newest on legacy_export (tenant_id, created_at_ms, id);
create index legacy_export_task on legacy_export (tenant_id, task_id);

create trigger export_file_stored after update of file_size_bytes on export_task
  when old.file_size_bytes is null and new.file_size_bytes is not null begin
  insert into tenant_storage values (new.tenant_id, new.file_size_bytes)
    on conflict do update set stored_bytes = stored_bytes + excluded.stored_bytes;
end;

create trigger export_file_deleted after update of file_deleted_at_ms on export_task
  when old.file_size_bytes is not null and old.file_deleted_at_ms is null and new.file_deleted_at_ms is not null begin
  update tenant_storage set stored_bytes = stored_bytes - old.file_size_bytes where tenant_id = old.tenant_id;
end;

create trigger export_task_deleted after delete on export_task
  when old.file_size_bytes is not null and old.file_deleted_at_ms is null begin
  update tenant_storage set stored_bytes = stored_bytes - old.file_size_bytes where tenant_id = old.tenant_id;
end;

-- How products become the rows of a file, kept by name.
create table export_profile (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  -- Lower case, without accents: names are matched by it.
  name_key      text not null,
  description   text,
  columns       text not null check (json_valid(columns)),
  filters       text not null default '{}' check (json_valid(filters)),
  sort_by       text not null check (sort_by in ('created_at', 'title')),
  variants      text not null check (variants in ('none', 'under_parent', 'flat')),
  language      text,
  languages     text not null default '[]' check (json_valid(languages)),
  -- Not a reference: a profile says that it is gone when it is used.
  entity_id     text,
  channel       text,
  currency      text,
  price_tax     text check (price_tax in ('included', 'excluded')),
  created_at_ms integer not null,
  updated_at_ms integer not null,
  version       integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index export_profile_name on export_profile (tenant_id, name_key);
create index export_profile_newest on export_profile (tenant_id, created_at_ms, id);

-- A file of products that a marketplace fetches at an address of its own. It is rebuilt behind the changes of the catalog.
create table export_feed (
  tenant_id              text not null,
  id                     text not null,
  name                   text not null,
  -- Lower case, without accents: names are matched by it.
  name_key               text not null,
  feed_type              text not null,
  -- Not a reference: a feed says that its profile is gone when it is made.
  profile_id             text,
  product_url            text,
  shop_name              text,
  shop_url               text,
  language               text,
  entity_id              text,
  channel                text,
  currency               text,
  price_tax              text check (price_tax in ('included', 'excluded')),
  filters                text not null default '{}' check (json_valid(filters)),
  columns                text not null default '[]' check (json_valid(columns)),
  leave_out_incomplete   integer not null check (leave_out_incomplete in (0, 1)),
  refresh_minutes        integer not null,
  is_active              integer not null check (is_active in (0, 1)),
  -- SHA-256 of the token in its address, hex, and the token's last characters.
  token_hash             text not null,
  token_hint             text not null,
  -- Where addresses of images point to.
  origin                 text not null,
  -- What builds note; they are no change of the feed. The version and the change sequence are those that the file holds.
  built_at_ms            integer,
  built_version          integer,
  built_sequence         integer,
  built_file             text,
  built_sha256           text,
  file_size_bytes        integer,
  item_count             integer not null default 0,
  left_out_count         integer not null default 0,
  created_at_ms          integer not null,
  updated_at_ms          integer not null,
  version                integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index export_feed_name on export_feed (tenant_id, name_key);
create index export_feed_newest on export_feed (tenant_id, created_at_ms, id);
create unique index export_feed_token on export_feed (token_hash);

create trigger export_feed_built after update of file_size_bytes on export_feed
  when ifnull(old.file_size_bytes, 0) <> ifnull(new.file_size_bytes, 0) begin
  insert into tenant_storage values (new.tenant_id, ifnull(new.file_size_bytes, 0) - ifnull(old.file_size_bytes, 0))
    on conflict do update set stored_bytes = stored_bytes + excluded.stored_bytes;
end;

create trigger export_feed_deleted after delete on export_feed
  when old.file_size_bytes is not null begin
  update tenant_storage set stored_bytes = stored_bytes - old.file_size_bytes where tenant_id = old.tenant_id;
end;

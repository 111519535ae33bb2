-- Files in.

create table import (
  tenant_id         text not null,
  id                text not null,
  status            text not null check (status in ('pending', 'queued', 'connecting', 'downloading', 'analyzing',
                      'awaiting_mapping', 'ready', 'processing', 'persisting', 'paused', 'completed',
                      'completed_with_errors', 'failed', 'cancelled')),
  import_type       text not null,
  file_name         text not null,
  -- Where the source file lies; null once it was purged.
  file_key          text,
  file_size_bytes   integer not null,
  -- How the file is read.
  file_format       text not null check (json_valid(file_format)),
  columns           text not null check (json_valid(columns)),
  suggested_mapping text not null check (json_valid(suggested_mapping)),
  -- `{column_mapping, validation_rules, import_options, …}` as saved; null until then.
  mapping           text check (json_valid(mapping)),
  supplier_id       text,
  supplier_code     text,
  -- Of the messages that the import leaves behind.
  language          text not null,
  -- The import configuration that wanted it.
  config_id         text,
  -- The import whose failed rows it brings, corrected; it may be deleted by now.
  continues_id      text,
  -- The background job of the last run.
  job_uid           text,
  total_rows        integer not null,
  processed_rows    integer not null default 0,
  successful_rows   integer not null default 0,
  failed_rows       integer not null default 0,
  skipped_rows      integer not null default 0,
  products_created  integer not null default 0,
  products_updated  integer not null default 0,
  prices_updated    integer not null default 0,
  stock_updated     integer not null default 0,
  error_count       integer not null default 0,
  warning_count     integer not null default 0,
  -- How many of those are in `import_error`.
  stored_errors     integer not null default 0,
  stored_warnings   integer not null default 0,
  error_code        text,
  error_message     text,
  started_at_ms     integer,
  completed_at_ms   integer,
  created_at_ms     integer not null,
  archived_at_ms    integer,
  -- The job whose run was announced to webhooks: an interrupted run goes on without announcing it again.
  told_job_uid      text,
  -- Paused by the loss of the licence or of the module, not by a user: it goes on when they are back.
  halted            integer not null default 0 check (halted in (0, 1)),
  primary key (tenant_id, id)
) strict;
create index import_newest on import (tenant_id, created_at_ms desc, id desc);
create index import_status on import (tenant_id, status, created_at_ms desc, id desc);

create table import_error (
  tenant_id     text not null,
  import_id     text not null,
  -- In the order the rows were read.
  seq           integer not null,
  row_number    integer not null,
  severity      text not null check (severity in ('error', 'warning')),
  error_type    text not null,
  field         text,
  message       text not null,
  -- The same in French; the one above is English.
  message_fr      text,
  raw_value     text,
  created_at_ms integer not null,
  primary key (tenant_id, import_id, seq),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
) strict, without rowid;

-- What each chunk of an import has done to the catalog, so that it can be taken back.
create table import_step (
  tenant_id   text not null,
  import_id   text not null,
  -- The tenant's change sequence before and after: the products whose number lies between are as the chunk has left them.
  from_us     integer not null,
  to_us       integer not null,
  -- When the products were made that it made.
  at_ms       integer not null,
  -- Those, by their rows; null when there are none.
  first_row   integer,
  last_row    integer,
  -- `[row, …]`: the products that it changed.
  changed     text not null check (json_valid(changed)),
  -- `{row: {terms, tags, texts}}`: what these had that their history does not keep.
  former      text not null check (json_valid(former)),
  primary key (tenant_id, import_id, from_us),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
) strict, without rowid;

-- The products whose images an import is yet to fetch.
create table import_image (
  tenant_id  text not null,
  import_id  text not null,
  product_id text not null,
  -- The last row of the file that named images for it.
  row_number integer not null,
  primary key (tenant_id, import_id, product_id),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
) strict, without rowid;

-- Taking an import back, or what that would do.
create table import_revert (
  tenant_id          text not null,
  import_id          text not null,
  status             text not null check (status in ('processing', 'completed', 'failed')),
  is_preview         integer not null check (is_preview in (0, 1)),
  products_total     integer,
  products_processed integer not null default 0,
  products_deleted   integer not null default 0,
  products_restored  integer not null default 0,
  products_left      integer not null default 0,
  -- The last step and the last row in it that are done.
  after_us           integer not null default 0,
  after_row          integer not null default 0,
  -- Who requested it, as they were then.
  actor_kind         text not null,
  actor_id           text,
  actor_name         text,
  started_at_ms      integer not null,
  completed_at_ms    integer,
  primary key (tenant_id, import_id),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
) strict, without rowid;

-- The products that an undo leaves as they are, wholly or in part.
create table import_revert_left (
  tenant_id  text not null,
  import_id  text not null,
  seq        integer not null,
  product_id text not null,
  name       text not null,
  reason     text not null,
  fields     text not null check (json_valid(fields)),
  primary key (tenant_id, import_id, seq),
  foreign key (tenant_id, import_id) references import_revert (tenant_id, import_id) on delete cascade
) strict, without rowid;

-- When a tenant's imports were last swept into the archive.
create table import_sweep (
  tenant_id      text primary key,
  last_run_at_ms integer not null
) strict, without rowid;

-- Rows that named a product but whose EAN could not be used. One per supplier and SKU.
create table pending_ean (
  tenant_id        text not null,
  id               text not null,
  -- Empty when the import named no supplier.
  supplier_code    text not null,
  sku              text not null,
  name             text not null,
  status           text not null check (status in ('pending', 'resolving', 'resolved', 'ignored')),
  ean_type         text not null check (ean_type in ('ean_to_resolve', 'ean_not_resolvable')),
  resolution_score integer not null,
  -- How many imports carried the row.
  import_count     integer not null,
  -- The row as it was mapped, to be imported once the EAN is known.
  row_data         text not null check (json_valid(row_data)),
  -- `[{ean, reason}, …]`: what the last lookup found in the catalog.
  found            text not null default '[]' check (json_valid(found)),
  -- The last import that carried it; it may be deleted by now.
  import_id        text not null,
  first_seen_at_ms integer not null,
  last_seen_at_ms  integer not null,
  primary key (tenant_id, id)
) strict;
create unique index pending_ean_row on pending_ean (tenant_id, supplier_code, sku);
create index pending_ean_last_seen on pending_ean (tenant_id, last_seen_at_ms, id) where status in ('pending', 'resolving');
create index pending_ean_first_seen on pending_ean (tenant_id, first_seen_at_ms, id) where status in ('pending', 'resolving');
create index pending_ean_count on pending_ean (tenant_id, import_count, id) where status in ('pending', 'resolving');
create index pending_ean_score on pending_ean (tenant_id, resolution_score, id) where status in ('pending', 'resolving');
-- Rows that wait for an EAN are found by the unusable one that their file brought.
create index pending_ean_raw
  on pending_ean (tenant_id, replace(replace(json_extract(row_data, '$.row.eanProblem.rawValue'), ' ', ''), '-', ''))
  where status in ('pending', 'resolving');

create trigger import_file_stored after insert on import when new.file_key is not null begin
  insert into tenant_storage values (new.tenant_id, new.file_size_bytes)
    on conflict do update set stored_bytes = stored_bytes + excluded.stored_bytes;
end;

create trigger import_file_fetched after update of file_key on import
  when old.file_key is null and new.file_key is not null begin
  insert into tenant_storage values (new.tenant_id, new.file_size_bytes)
    on conflict do update set stored_bytes = stored_bytes + excluded.stored_bytes;
end;

create trigger import_file_purged after update of file_key on import
  when old.file_key is not null and new.file_key is null begin
  update tenant_storage set stored_bytes = stored_bytes - old.file_size_bytes where tenant_id = old.tenant_id;
end;

create trigger import_file_deleted after delete on import when old.file_key is not null begin
  update tenant_storage set stored_bytes = stored_bytes - old.file_size_bytes where tenant_id = old.tenant_id;
end;

-- How the files of a supplier, or of anybody, become fields.
create table mapping_template (
  tenant_id        text not null,
  id               text not null,
  name             text not null,
  -- The supplier, a slash, and the name in the form that is compared: no supplier has two of one name.
  name_key         text not null,
  description      text,
  -- Null: for the files of any supplier.
  supplier_id      text,
  column_mapping   text not null check (json_valid(column_mapping)),
  custom_columns   text not null check (json_valid(custom_columns)),
  computed_columns text not null check (json_valid(computed_columns)),
  default_values   text not null check (json_valid(default_values)),
  auto_rules       text not null check (json_valid(auto_rules)),
  validation_rules text not null check (json_valid(validation_rules)),
  import_options   text not null check (json_valid(import_options)),
  file_options     text not null check (json_valid(file_options)),
  is_default       integer not null default 0 check (is_default in (0, 1)),
  -- How many imports were given it.
  usage_count      integer not null default 0,
  created_at_ms    integer not null,
  updated_at_ms    integer not null,
  version          integer not null,
  primary key (tenant_id, id)
) strict;
create unique index mapping_template_name on mapping_template (tenant_id, name_key);
create unique index mapping_template_default on mapping_template (tenant_id, supplier_id) where is_default = 1;
create index mapping_template_newest on mapping_template (tenant_id, created_at_ms, id);
create index mapping_template_supplier on mapping_template (tenant_id, supplier_id);

-- The templates of a deleted supplier serve all suppliers.
create trigger mapping_template_without_supplier after delete on supplier begin
  update mapping_template set supplier_id = null, is_default = 0, name = name || ' (' || old.code || ')',
      name_key = '/' || substr(name_key, instr(name_key, '/') + 1) || ' ' || id, version = version + 1
    where tenant_id = old.tenant_id and supplier_id = old.id;
end;

-- Where the file of an import is fetched from.
create table import_source (
  tenant_id        text not null,
  import_id        text not null,
  -- Without what lets in, which is in `secret` at this place: the import's own, or its configuration's.
  source           text not null check (json_valid(source)),
  secret_place     text not null,
  template_id      text,
  auto_process     integer not null check (auto_process in (0, 1)),
  skip_header_rows integer,
  sheet_name       text,
  -- When the access data is erased, in any state of the import; null: it was, or it is a configuration's.
  erase_at_ms      integer,
  primary key (tenant_id, import_id),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
) strict, without rowid;
create index import_source_erase on import_source (erase_at_ms) where erase_at_ms is not null;

-- Where files are fetched from again and again.
create table import_config (
  tenant_id           text not null,
  id                  text not null,
  name                text not null,
  source_type         text not null check (source_type in ('url', 'ftp', 'sftp', 'email')),
  -- Without what lets in, which is in `secret`.
  source              text not null check (json_valid(source)),
  supplier_id         text,
  supplier_code       text,
  template_id         text,
  schedule_type       text not null check (schedule_type in ('cron_expression', 'interval_minutes', 'manual')),
  cron_expression     text,
  interval_minutes    integer,
  timezone            text not null,
  is_active           integer not null check (is_active in (0, 1)),
  auto_process        integer not null check (auto_process in (0, 1)),
  skip_if_unchanged   integer not null check (skip_if_unchanged in (0, 1)),
  take_files          text not null check (take_files in ('newest', 'all_new')),
  -- `{action, folder, name}`: what becomes of a file at its source.
  after_success       text not null check (json_valid(after_success)),
  after_failure       text not null check (json_valid(after_failure)),
  -- How many files are new besides the one that was taken last.
  files_left          integer not null default 0,
  notification_emails text not null check (json_valid(notification_emails)),
  notify_on_success   integer not null check (notify_on_success in (0, 1)),
  notify_on_failure   integer not null check (notify_on_failure in (0, 1)),
  run_count           integer not null default 0,
  last_run_at_ms      integer,
  -- The import of the last run.
  last_job_id         text,
  last_status         text,
  -- SHA-256 of the file of the last run, and of the last file that was imported.
  fetched_sha256      text,
  imported_sha256     text,
  -- Of its imports: the language of their messages, and where the service is reached.
  language            text not null,
  api_url             text,
  created_at_ms       integer not null,
  updated_at_ms       integer not null,
  version             integer not null,
  primary key (tenant_id, id)
) strict;
create index import_config_newest on import_config (tenant_id, created_at_ms, id);
create index import_config_template on import_config (tenant_id, template_id) where template_id is not null;

-- The files that a configuration has taken, as they lie at its source: none is taken twice.
create table import_config_file (
  tenant_id      text not null,
  config_id      text not null,
  -- Its name in the folder, the place of its mail, or its address without secrets.
  name           text not null,
  size_bytes     integer not null,
  modified_at_ms integer,
  -- Null when it could not be fetched whole.
  sha256         text,
  etag           text,
  last_modified  text,
  -- The last import that took it; it may be deleted by now.
  import_id      text not null,
  taken_at_ms    integer not null,
  primary key (tenant_id, config_id, name),
  foreign key (tenant_id, config_id) references import_config (tenant_id, id) on delete cascade
) strict, without rowid;
create index import_config_file_taken on import_config_file (tenant_id, config_id, taken_at_ms, name);
create index import_config_file_import on import_config_file (tenant_id, config_id, import_id);

create index import_config_job on import_config (tenant_id, last_job_id) where last_job_id is not null;

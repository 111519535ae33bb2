-- A file being written for a caller to fetch.
create table export_task (
  tenant_id      text not null,
  id             text not null,
  format         text not null,
  resource       text not null,
  state          text not null default 'PENDING' check (state in ('PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE')),
  options        text not null check (json_valid(options)),
  current_rows   integer not null default 0,
  total_rows     integer not null default 0,
  message        text not null,
  file_name      text,
  file_key       text,
  file_size_bytes integer,
  content_type   text,
  created_at_ms  integer not null,
  finished_at_ms integer,
  expires_at_ms  integer,
  primary key (tenant_id, id)
) strict;
create index export_task_expiry on export_task (expires_at_ms) where file_key is not null;

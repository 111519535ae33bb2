-- Products out, to the servers of partners.

-- A folder on somebody's server. What leads there is encrypted: `secret`, at the place `export-platforms/<id>`.
create table export_platform (
  tenant_id             text not null,
  id                    text not null,
  name                  text not null,
  name_key              text not null,
  platform_type         text not null check (platform_type in
                        ('cloud_drive', 'object_store_a', 'object_store_b', 'ftp', 'sftp')),
  field_mappings        text not null default '{}' check (json_valid(field_mappings)),
  -- Not a reference: what is sent says that the profile is gone.
  profile_id            text,
  -- The fields of its configuration that it still needs.
  missing               text not null default '[]' check (json_valid(missing)),
  is_active             integer not null default 0 check (is_active in (0, 1)),
  rate_limit_per_second integer not null default 2 check (rate_limit_per_second between 1 and 100),
  retry_on_error        integer not null default 1 check (retry_on_error in (0, 1)),
  max_retries           integer not null default 3,
  -- When the next file may be sent to it, for any of its jobs.
  next_slot_ms          integer not null default 0,
  created_at_ms         integer not null,
  updated_at_ms         integer not null,
  version               integer not null default 1,
  primary key (tenant_id, id)
) strict;
create index export_platform_newest on export_platform (tenant_id, created_at_ms, id);

-- Products that are sent to a platform.
--   pending   -> running      taken up
--   running   -> completed    all items are done and one arrived
--   running   -> failed       all items are done and none arrived, those included that are not for others; or the server
--                             cannot be reached
--   pending, running -> cancelled
--   failed, completed -> pending   to send what failed again
create table export_job (
  tenant_id       text not null,
  id              text not null,
  platform_id     text not null,
  -- As they were: the platform may go.
  platform_name   text not null,
  platform_type   text not null,
  job_type        text not null check (job_type in ('single', 'bulk', 'scheduled')),
  status          text not null default 'pending'
                  check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  total_items     integer not null default 0,
  success_items   integer not null default 0,
  failed_items    integer not null default 0,
  -- Those that are not for others, and those that a cancelled job has not sent.
  skipped_items   integer not null default 0,
  metadata        text not null default '{}' check (json_valid(metadata)),
  -- The address of this service as the caller knows it.
  origin          text not null default '',
  -- Where the one file of a schedule lies on the server.
  file_path       text,
  -- Why it failed as a whole.
  error           text,
  started_at_ms   integer,
  completed_at_ms integer,
  created_at_ms   integer not null,
  primary key (tenant_id, id)
) strict;
create index export_job_newest on export_job (tenant_id, created_at_ms, id);
create index export_job_schedule on export_job (tenant_id, metadata ->> 'schedule_id', created_at_ms, id)
  where job_type = 'scheduled';
create index export_job_platform on export_job (tenant_id, platform_id, status, success_items, failed_items);
create index export_job_status on export_job (tenant_id, status, success_items, failed_items);

-- A product of a job. `skipped`: it is not for others, such as an inactive one, or its job was cancelled first. Those of a schedule's file are `success` here,
-- for being in it; they share what becomes of the file.
create table export_item (
  tenant_id    text not null,
  job_id       text not null,
  position     integer not null,
  id           text not null,
  product_id   text not null,
  product_name text,
  status       text not null default 'pending' check (status in ('pending', 'success', 'failed', 'skipped')),
  -- Its path on the server.
  external_id  text,
  retry_count  integer not null default 0,
  error        text,
  -- Before it is tried again.
  due_at_ms    integer not null default 0,
  primary key (tenant_id, job_id, position),
  foreign key (tenant_id, job_id) references export_job (tenant_id, id) on delete cascade
) strict, without rowid;
create index export_item_pending on export_item (tenant_id, job_id, due_at_ms, position) where status = 'pending';
create index export_item_failed on export_item (tenant_id, job_id, position)
  where status = 'failed' or status = 'skipped';

-- Files that go to a platform again and again.

-- When it is due next is in `schedule`.
create table export_schedule (
  tenant_id           text not null,
  id                  text not null,
  platform_id         text not null,
  schedule_name       text not null,
  schedule_type       text not null check (schedule_type in ('cron_expression', 'interval_minutes')),
  cron_expression     text,
  interval_minutes    integer,
  timezone            text not null,
  is_active           integer not null default 1 check (is_active in (0, 1)),
  export_config       text not null check (json_valid(export_config)),
  max_retries         integer not null,
  retry_delay_seconds integer not null,
  notification_emails text not null default '[]' check (json_valid(notification_emails)),
  notify_on_success   integer not null check (notify_on_success in (0, 1)),
  notify_on_failure   integer not null check (notify_on_failure in (0, 1)),
  -- Where its files say they come from.
  origin              text not null default '',
  -- What runs note; they are no change of the schedule.
  run_count           integer not null default 0,
  last_run_at_ms      integer,
  last_status         text check (last_status in ('running', 'completed', 'failed')),
  -- When the state was read that its last file holds, in microseconds.
  last_success_us     integer,
  created_at_ms       integer not null,
  updated_at_ms       integer not null,
  version             integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, platform_id) references export_platform (tenant_id, id) on delete cascade
) strict;
create index export_schedule_newest on export_schedule (tenant_id, created_at_ms, id);
create index export_schedule_platform on export_schedule (tenant_id, platform_id);

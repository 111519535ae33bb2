-- What is to happen again and again.

-- The next time of each schedule: an import configuration, an export, a round of repricing.
create table schedule (
  tenant_id     text not null,
  -- The job that is begun, and for what.
  kind          text not null,
  owner_id      text not null,
  payload       text not null check (json_valid(payload)),
  -- `{schedule_type, cron_expression, interval_minutes, timezone}`
  timing        text not null check (json_valid(timing)),
  planned_at_ms integer not null,
  primary key (tenant_id, kind, owner_id)
) strict, without rowid;
create index schedule_due on schedule (planned_at_ms);

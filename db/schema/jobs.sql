-- Background work.

-- One row per unit of background work.
--   scheduled -> ready             its time has come
--   ready     -> running           claimed: attempts and lease_token grow, so an earlier holder's commits are refused
--   running   -> done              the handler's last commit
--   running   -> scheduled         failed, to be tried again after a backoff
--   running   -> ready             given back at shutdown, or rescued because its thread died
--   running   -> failed            attempts or deaths used up, or an error that a retry cannot mend
--   ready, scheduled, paused -> cancelled | paused      at once; running: set by `want`, obeyed at the next chunk
--   paused    -> ready             resumed
create table job (
  id             integer primary key,
  uid            text not null unique,
  tenant_id      text not null,
  queue          text not null,
  kind           text not null,
  state          text not null default 'ready'
                 check (state in ('scheduled', 'ready', 'running', 'paused', 'done', 'failed', 'cancelled')),
  priority       integer not null default 100,
  run_at_ms      integer not null,
  attempts       integer not null default 0,
  attempts_max   integer not null default 5,
  -- Deaths of the thread that ran it since its last commit; a poisonous job must not end the process for ever.
  deaths         integer not null default 0,
  -- How often a process has died while it ran since its last progress, whether or not that counts as its death.
  interruptions  integer not null default 0,
  -- When a process last died since, with or without it, by the clock of leases, and how long it waits after that.
  interrupted_at_ms integer,
  apart_ms       integer not null default 0,
  -- When it was claimed, and when it last came further in this run (null: not yet), by the clock of leases.
  claimed_at_ms  integer,
  progressed_at_ms integer,
  lease_owner    text,
  lease_token    integer not null default 0,
  lease_until_ms integer,
  want           text check (want in ('cancel', 'pause')),
  unique_key     text,
  payload        text not null check (json_valid(payload)),
  checkpoint     text check (json_valid(checkpoint)),
  error          text,
  created_at_ms  integer not null,
  started_at_ms  integer,
  finished_at_ms integer,
  check ((state = 'running') = (lease_until_ms is not null)),
  check ((state in ('done', 'failed', 'cancelled')) = (finished_at_ms is not null))
) strict;
create index job_ready on job (queue, tenant_id, priority, run_at_ms, id) where state = 'ready';
create index job_scheduled on job (run_at_ms) where state = 'scheduled';
create index job_running on job (lease_until_ms) where state = 'running';
create unique index job_unique on job (queue, unique_key)
  where unique_key is not null and state in ('scheduled', 'ready', 'running', 'paused');
create index job_finished on job (finished_at_ms) where finished_at_ms is not null;
create trigger job_inserted after insert on job when new.state = 'ready' begin
  insert into job_queue (queue) values (new.queue) on conflict do nothing;
  insert into job_lane (queue, tenant_id, ready, virtual_time)
    values (new.queue, new.tenant_id, 1, (select virtual_time from job_queue where queue = new.queue))
    on conflict do update set
      virtual_time = case when ready = 0 then max(virtual_time, excluded.virtual_time) else virtual_time end,
      ready = ready + 1;
end;
create trigger job_became_ready after update of state on job when new.state = 'ready' and old.state <> 'ready' begin
  insert into job_queue (queue) values (new.queue) on conflict do nothing;
  insert into job_lane (queue, tenant_id, ready, virtual_time)
    values (new.queue, new.tenant_id, 1, (select virtual_time from job_queue where queue = new.queue))
    on conflict do update set
      virtual_time = case when ready = 0 then max(virtual_time, excluded.virtual_time) else virtual_time end,
      ready = ready + 1,
      running = running - (old.state = 'running');
end;
create trigger job_claimed after update of state on job when new.state = 'running' and old.state = 'ready' begin
  update job_queue set virtual_time = max(virtual_time,
      (select virtual_time from job_lane where queue = new.queue and tenant_id = new.tenant_id))
    where queue = new.queue;
  update job_lane set ready = ready - 1, running = running + 1, virtual_time = virtual_time + 1
    where queue = new.queue and tenant_id = new.tenant_id;
end;
create trigger job_left after update of state on job
  when new.state not in ('ready', 'running') and old.state in ('ready', 'running') begin
  update job_lane set ready = ready - (old.state = 'ready'), running = running - (old.state = 'running')
    where queue = old.queue and tenant_id = old.tenant_id;
end;
create trigger job_deleted after delete on job when old.state in ('ready', 'running') begin
  update job_lane set ready = ready - (old.state = 'ready'), running = running - (old.state = 'running')
    where queue = old.queue and tenant_id = old.tenant_id;
end;

-- A tenant's place in a queue. `virtual_time` grows with each claim, so tenants take turns with any backlog.
create table job_lane (
  queue        text not null,
  tenant_id    text not null,
  ready        integer not null default 0,
  running      integer not null default 0,
  running_max  integer not null default 1000000,
  virtual_time integer not null default 0,
  primary key (queue, tenant_id)
) strict, without rowid;
create index job_lane_turn on job_lane (queue, virtual_time) where ready > 0;

-- The turn of a queue: see `job_lane`.
create table job_queue (
  queue        text primary key,
  virtual_time integer not null default 0
) strict, without rowid;

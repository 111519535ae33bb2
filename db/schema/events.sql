-- Events, and the webhooks that receive them.

-- The bytes that are sent and signed, the same for every receiver and at every attempt.
create table event (
  tenant_id     text not null,
  id            text not null,
  type          text not null,
  body          text not null check (json_valid(body)),
  created_at_ms integer not null,
  primary key (tenant_id, id)
) strict, without rowid;
create index event_created on event (created_at_ms);

-- The receivers of events, and their addresses.
create table webhook (
  tenant_id       text not null,
  id              text not null,
  name            text not null,
  url             text not null,
  events          text not null check (json_valid(events)),
  -- A secret value is masked here, and stored at the place webhooks/<id>/headers.
  headers         text not null default '{}' check (json_valid(headers)),
  -- Under which field of that place each of them is: {name: field}.
  sealed_headers  text not null default '{}' check (json_valid(sealed_headers)),
  max_retries     integer not null,
  timeout_seconds integer not null,
  is_active       integer not null default 1 check (is_active in (0, 1)),
  -- Why the service switched it off: its receiver said that it is removed, or failed for days.
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Under which field of the place webhooks/<id> its secret is stored.
  secret_field    text,
  -- The secret before signs as well until then.
  previous_secret_field    text,
  previous_secret_until_ms integer,
  created_at_ms   integer not null,
  version         integer not null default 1,
  primary key (tenant_id, id),
  check (is_active = 0 or disabled_reason is null),
  check ((previous_secret_field is null) = (previous_secret_until_ms is null))
) strict, without rowid;
create index webhook_created on webhook (tenant_id, created_at_ms, id);

-- One event on its way to one webhook; the row goes once a receiver has answered 2xx.
--   waiting       -> (deleted)       delivered
--   waiting       -> waiting         failed, to be tried again at due_at_ms
--   waiting       -> undeliverable   no retry left, a retry cannot help, or held too long by a paused webhook
--   undeliverable -> waiting         replayed: its retries begin again
-- A paused webhook's deliveries stay waiting; it is never due.
create table webhook_delivery (
  tenant_id     text not null,
  webhook_id    text not null,
  event_id      text not null,
  state         text not null default 'waiting' check (state in ('waiting', 'undeliverable')),
  -- Requests made so far.
  attempts      integer not null default 0,
  -- Of those, the ones before the retries began again.
  attempts_before integer not null default 0,
  -- When it may go; of an undeliverable one: since when it is.
  due_at_ms     integer not null,
  created_at_ms integer not null,
  primary key (tenant_id, webhook_id, event_id)
) strict, without rowid;
create index webhook_delivery_due on webhook_delivery (tenant_id, webhook_id, state, due_at_ms, event_id);
create index webhook_delivery_created on webhook_delivery (created_at_ms);

-- A webhook's place among those that have something to send. Only the owner of the lease delivers for it.
create table webhook_lane (
  tenant_id            text not null,
  webhook_id           text not null,
  -- When its next delivery may go; null: it has none, or it is paused.
  due_at_ms            integer,
  lease_owner          text,
  lease_token          integer not null default 0,
  lease_until_ms       integer,
  -- Of its receiver: failed requests since the last that succeeded, and when the first of them was.
  consecutive_failures integer not null default 0,
  failing_since_ms     integer,
  primary key (tenant_id, webhook_id),
  check ((lease_owner is null) = (lease_until_ms is null))
) strict, without rowid;
-- Receivers that fail again and again wait in a line of their own.
create index webhook_lane_due on webhook_lane (consecutive_failures >= 3, due_at_ms)
  where due_at_ms is not null and lease_owner is null;
create index webhook_lane_leased on webhook_lane (lease_until_ms) where lease_owner is not null;

-- One row per request that was made.
create table webhook_log (
  tenant_id       text not null,
  webhook_id      text not null,
  -- Grows with time.
  id              text not null,
  event_id        text not null,
  event           text not null,
  -- 0: there was no answer.
  status_code     integer not null,
  success         integer not null check (success in (0, 1)),
  duration_ms     integer not null,
  attempt         integer not null,
  error_message   text,
  triggered_at_ms integer not null,
  primary key (tenant_id, webhook_id, id)
) strict, without rowid;
create index webhook_log_event on webhook_log (tenant_id, webhook_id, event_id);
create index webhook_log_triggered on webhook_log (triggered_at_ms);

-- A delivery that a user has requested again and that is being sent. The row goes when the attempt is noted; one whose
-- process died counts until its time has passed, and its attempt for good.
create table webhook_retry (
  tenant_id  text not null,
  webhook_id text not null,
  event_id   text not null,
  -- The number of the attempt.
  attempt    integer not null,
  until_ms   integer not null,
  primary key (tenant_id, webhook_id, event_id)
) strict, without rowid;
create index webhook_retry_until on webhook_retry (until_ms);

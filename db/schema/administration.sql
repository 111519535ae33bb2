-- What administers the instance and its tenants: settings, secrets, the audit log, repeated requests, mails.

-- Settings of a tenant, one JSON object each: `languages`, later `smtp`, `ai-provider`, …
create table setting (
  tenant_id     text not null,
  name          text not null,
  value         text not null check (json_valid(value)),
  updated_at_ms integer not null,
  primary key (tenant_id, name)
) strict;
-- The key of the price scraper is only ever compared, so its hash is enough; it says which tenant is meant.
create unique index setting_key_hash on setting (json_extract(value, '$.key_hash')) where name = 'scraper-sync-key';

-- Secrets that must be read again, such as passwords of other services: encrypted with a key that is not in here.
create table secret (
  tenant_id text not null,
  -- What it belongs to: `settings/smtp`.
  place     text not null,
  field     text not null,
  -- Which key opens it.
  key_id    text not null,
  -- Nonce, ciphertext and tag. Tenant, place and field are authenticated with it, so it opens nowhere else.
  sealed    text not null,
  -- What the API shows of it; null: nothing.
  hint      text,
  primary key (tenant_id, place, field)
) strict;

-- Who did what. Each entry's hash covers the one before, so that a changed or missing entry is found out.
create table audit_entry (
  tenant_id   text not null,
  -- From 1, without gaps.
  number      integer not null,
  at_ms       integer not null,
  actor_kind  text not null check (actor_kind in ('user', 'api_key', 'operator', 'console', 'system')),
  -- Of the user or key.
  actor_id    text,
  action      text not null,
  resource    text not null,
  resource_id text,
  -- What changed, never a secret.
  details     text not null check (json_valid(details)),
  request_id  text,
  address     text,
  -- SHA-256 of this entry and the hash before, hex.
  hash        text not null,
  primary key (tenant_id, number)
) strict;
create index audit_entry_actor on audit_entry (tenant_id, actor_id, number);
create index audit_entry_resource on audit_entry (tenant_id, resource, resource_id, number);
create index audit_entry_time on audit_entry (tenant_id, at_ms);
create trigger audit_entry_stays before update on audit_entry begin
  select raise(abort, 'the audit log is append-only');
end;
create trigger audit_entry_remains before delete on audit_entry begin
  select raise(abort, 'the audit log is append-only');
end;

-- What a caller that repeats a request with the same Idempotency-Key is given again.
create table idempotency (
  tenant_id     text not null,
  -- Who sent it: two credentials never share a key.
  scope         text not null,
  key           text not null,
  -- The mutation whose result this is; empty for the HTTP answer as a whole.
  mutation      text not null,
  -- Method, path and body, hashed.
  fingerprint   text not null,
  -- A mutation's result, or the answer `{status, headers, body}`.
  result        text not null check (json_valid(result)),
  created_at_ms integer not null,
  primary key (tenant_id, scope, key, mutation)
) strict;
create index idempotency_age on idempotency (created_at_ms);

-- Where pages of changes ended that were given out by their number: on a server any process may be asked for the next one.
create table page_mark (
  tenant_id     text not null,
  -- The list with its filters, who reads it and the size of its pages, hashed.
  list          text not null,
  page          integer not null,
  -- The change number of its last product.
  end_us        integer not null,
  -- How many have that page and have not requested the next one yet.
  waiting       integer not null,
  put_at_ms     integer not null,
  primary key (tenant_id, list, page)
) strict;
create index page_mark_age on page_mark (tenant_id, put_at_ms);

-- The rate-limit counters that survive a restart.
create table rate_limit_counter (
  counter       text not null,
  caller        text not null,
  -- When the counted requests came, a JSON array, oldest first.
  times_ms      text not null check (json_valid(times_ms)),
  expires_at_ms integer not null,
  primary key (counter, caller)
) strict;
create index rate_limit_counter_expiry on rate_limit_counter (expires_at_ms);

-- What each of several processes on a server has counted in the last minute, for the others to count too.
create table rate_limit_news (
  id            integer primary key autoincrement,
  process       text not null,
  counter       text not null,
  caller        text not null,
  limit_count   integer not null,
  window_s      integer not null,
  -- When the requests came, a JSON array, oldest first.
  times_ms      text not null check (json_valid(times_ms)),
  -- How many earlier ones were taken out of the count again.
  given_back    integer not null,
  noted_at_ms   integer not null
) strict;
create index rate_limit_news_age on rate_limit_news (noted_at_ms);

-- Mails to send. Sent ones are deleted; those that cannot be sent stay until what they say has run out.
create table mail (
  tenant_id     text not null,
  id            text not null,
  recipient     text not null,
  subject       text not null,
  body          text not null,
  -- Which key opens the body; null: it holds nothing secret and is not encrypted.
  key_id        text,
  created_at_ms integer not null,
  expires_at_ms integer not null,
  -- Why it could not be sent.
  error         text,
  primary key (tenant_id, id)
) strict;
create index mail_expiry on mail (tenant_id, expires_at_ms);

-- How many bytes of files each tenant has stored: uploads of imports, finished exports, images and documents. Updated with
-- every change, because a quota is looked at before each upload.
create table tenant_storage (
  tenant_id    text primary key,
  stored_bytes integer not null
) strict, without rowid;

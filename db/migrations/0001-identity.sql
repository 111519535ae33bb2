-- Who may come in. Times are Unix milliseconds.
create table tenant (
  tenant_id      text primary key,
  name           text not null,
  license_status text not null default 'active' check (license_status in ('active', 'suspended')),
  -- Module ids that are switched off; all others are on.
  modules_off    text not null default '[]' check (json_valid(modules_off)),
  created_at_ms  integer not null
) strict;

create table user (
  tenant_id        text not null,
  id               text not null,
  -- Lower case; one account per address in the whole instance, because login names no tenant.
  email            text not null unique,
  first_name       text,
  last_name        text,
  role             text not null check (role in ('admin', 'manager', 'editor', 'viewer')),
  locale           text not null default 'en',
  password_hash    text not null,
  is_active        integer not null default 1 check (is_active in (0, 1)),
  created_at_ms    integer not null,
  last_login_at_ms integer,
  primary key (tenant_id, id)
) strict;

-- One row per login. An access token names its session, and ends with it.
create table session (
  tenant_id     text not null,
  id            text not null unique,
  user_id       text not null,
  created_at_ms integer not null,
  expires_at_ms integer not null,
  revoked_at_ms integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references user (tenant_id, id) on delete cascade
) strict;
create index session_expiry on session (tenant_id, expires_at_ms);

create table api_key (
  tenant_id             text not null,
  id                    text not null,
  name                  text not null,
  description           text,
  -- SHA-256 of the raw key, hex. The raw key is never stored.
  key_hash              text not null unique,
  key_hint              text not null,
  scopes                text not null check (json_valid(scopes)),
  is_test               integer not null default 0 check (is_test in (0, 1)),
  is_active             integer not null default 1 check (is_active in (0, 1)),
  rate_limit_per_minute integer,
  expires_at_ms         integer,
  created_at_ms         integer not null,
  rotated_at_ms         integer,
  -- Grows with every change; it is the ETag.
  version               integer not null default 1,
  primary key (tenant_id, id)
) strict;
create index api_key_newest on api_key (tenant_id, created_at_ms desc, id desc);

-- Settings of a tenant, one JSON object each: `languages`, later `smtp`, `ai-provider`, …
create table setting (
  tenant_id     text not null,
  name          text not null,
  value         text not null check (json_valid(value)),
  updated_at_ms integer not null,
  primary key (tenant_id, name)
) strict;

-- Secrets of the instance that must survive a restart, such as the key that signs access tokens.
create table instance_secret (
  name  text primary key,
  value text not null
) strict;

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

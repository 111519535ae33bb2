-- Who may come in: tenants, users, sessions, API keys, invitations. Times are Unix milliseconds.

-- A customer of this instance; all other rows belong to one.
create table tenant (
  tenant_id      text primary key,
  name           text not null,
  license_status text not null default 'active' check (license_status in ('active', 'suspended')),
  -- Module ids that are switched off; all others are on.
  modules_off    text not null default '[]' check (json_valid(modules_off)),
  created_at_ms  integer not null
) strict;

-- Who signs in with a password.
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
  -- Grows with every change of role or state; it is the ETag.
  version          integer not null default 1,
  primary key (tenant_id, id)
) strict;
create index user_newest on user (tenant_id, created_at_ms desc, id desc);

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

-- Every refresh token of a session. One of them is unused; presenting a used one ends the session.
create table refresh_token (
  tenant_id     text not null,
  -- SHA-256, hex. The token itself is never stored.
  token_hash    text not null,
  session_id    text not null,
  expires_at_ms integer not null,
  used_at_ms    integer,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references session (tenant_id, id) on delete cascade
) strict;
create index refresh_token_session on refresh_token (tenant_id, session_id);
create index refresh_token_expiry on refresh_token (tenant_id, expires_at_ms);

-- Failed logins by address, whether it has an account or not: the answers must not reveal it. No tenant is known there.
create table login_failure (
  email             text not null,
  -- The known device that failed; empty: all others together.
  device            text not null,
  -- When the latest failed, a JSON array, oldest first.
  failed_at_ms      text not null check (json_valid(failed_at_ms)),
  last_failed_at_ms integer not null,
  locked_until_ms   integer,
  primary key (email, device)
) strict;
create index login_failure_age on login_failure (last_failed_at_ms);

-- From which networks a user has logged in, the latest few: under a flood of logins these have places of their own.
create table login_network (
  tenant_id        text not null,
  user_id          text not null,
  -- HMAC-SHA-256 of network and user with a key of the instance: the address itself is not stored.
  network_hash     text not null,
  last_login_at_ms integer not null,
  primary key (tenant_id, user_id, network_hash),
  foreign key (tenant_id, user_id) references user (tenant_id, id) on delete cascade
) strict, without rowid;

-- At most one for each user: a newer one takes the place of the older.
create table password_reset (
  tenant_id     text not null,
  user_id       text not null,
  -- SHA-256, hex.
  token_hash    text not null,
  expires_at_ms integer not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references user (tenant_id, id) on delete cascade
) strict;

-- Who was invited to register. The tenant of a subscription comes into being when it is used.
create table invitation (
  tenant_id     text not null,
  id            text not null,
  email         text not null,
  role          text not null check (role in ('admin', 'manager', 'editor', 'viewer')),
  locale        text not null,
  -- Of a subscription `{companyName, plan, modulesOff}`; null: joins the tenant, which is there.
  subscription  text check (json_valid(subscription)),
  created_at_ms integer not null,
  expires_at_ms integer not null,
  used_at_ms    integer,
  primary key (tenant_id, id)
) strict;
create index invitation_newest on invitation (tenant_id, created_at_ms desc, id desc);

-- How machines sign in.
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

-- A list of products that a user has named: which filters and columns.
create table saved_view (
  tenant_id     text not null,
  user_id       text not null,
  -- Lower case, without accents: names are matched by it.
  name_key      text not null,
  name          text not null,
  -- Parameters of the list and their values, a JSON object.
  query         text not null check (json_valid(query)),
  columns       text not null check (json_valid(columns)),
  updated_at_ms integer not null,
  primary key (tenant_id, user_id, name_key),
  foreign key (tenant_id, user_id) references user (tenant_id, id) on delete cascade
) strict, without rowid;

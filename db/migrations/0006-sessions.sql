-- What sessions need besides their row: refreshing, locks, forgotten passwords, invitations, mail. Times are Unix ms.

-- Every refresh token of a session. One of them is unused; whoever presents a used one ends the session.
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

-- Failed logins by address, whether it has an account or not: the answers must not tell. No tenant is known there.
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

-- Who was asked to register. The tenant of a subscription comes into being when it is used.
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

-- Mails to send. Sent ones are gone; those that nobody can send stay until what they say has run out.
create table mail (
  tenant_id     text not null,
  id            text not null,
  recipient     text not null,
  subject       text not null,
  body          text not null,
  created_at_ms integer not null,
  expires_at_ms integer not null,
  -- Why it could not be sent.
  error         text,
  primary key (tenant_id, id)
) strict;
create index mail_expiry on mail (tenant_id, expires_at_ms);

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

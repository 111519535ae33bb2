-- What administers the instance: changes of users, secrets, the audit log. Times are Unix milliseconds.

-- Grows with every change of role or state; it is the ETag.
alter table user add column version integer not null default 1;
create index user_newest on user (tenant_id, created_at_ms desc, id desc);

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

-- The key of the price scraper is only ever compared, so its hash is enough; it says which tenant is meant.
create unique index setting_key_hash on setting (json_extract(value, '$.key_hash')) where name = 'scraper-sync-key';

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

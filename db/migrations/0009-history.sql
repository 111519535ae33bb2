-- Who changed what of a product: one row for each request that changed something, whatever the number of fields.
create table product_change (
  tenant_id  text not null,
  product_id text not null,
  -- Counts the changes of the product, from 1.
  number     integer not null,
  at_ms      integer not null,
  -- `import`: the id and the name are those of the import and its file.
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'operator', 'console', 'system', 'import')),
  actor_id   text,
  -- As it was then: an e-mail address, or what the key was called.
  actor_name text,
  request_id text,
  -- The change that this one took back.
  reverts    integer,
  -- `[[field, before, after], …]`: by request name, as the API shows the values.
  changes    text not null check (json_valid(changes)),
  primary key (tenant_id, product_id, number),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

-- The moves of a product through the publication workflow.
create table product_move (
  tenant_id  text not null,
  product_id text not null,
  -- Counts the moves of the product, from 1.
  number      integer not null,
  at_ms       integer not null,
  action      text not null,
  from_status text not null,
  to_status   text not null,
  comment     text,
  actor_kind  text not null,
  actor_id    text,
  actor_name  text,
  primary key (tenant_id, product_id, number),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

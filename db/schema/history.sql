-- What happened to a product: changes, stock movements, workflow moves.

-- The history of a product: one row for each request that changed something, whatever the number of fields.
create table product_change (
  row_id       integer primary key,
  tenant_id    text not null,
  product_row  integer not null,
  -- Counts the changes of the product, from 1 and without a gap.
  number       integer not null,
  -- The change of the product before this one; null for the first.
  previous_row integer,
  at_ms        integer not null,
  -- `import`: the id and the name are those of the import and its file.
  actor_kind   text not null check (actor_kind = 'user' or actor_kind = 'api_key' or actor_kind = 'operator'
                 or actor_kind = 'console' or actor_kind = 'system' or actor_kind = 'import'),
  actor_id     text,
  -- As it was then: an e-mail address, or what the key was called.
  actor_name   text,
  request_id   text,
  -- The change that this one took back.
  reverts      integer,
  -- `[[field, before, after], …]`: by request name, as the API shows the values.
  changes      text not null check (json_valid(changes))
) strict;
create index product_change_sample on product_change (tenant_id, product_row, number)
  where (number + product_row) % 32 = 0;

-- What changed the stock of a product.
create table stock_movement (
  row_id          integer primary key,
  tenant_id       text not null,
  product_row     integer not null,
  -- Counts the movements of the product, from 1 and without a gap.
  number          integer not null,
  -- The movement of the product before this one; null for the first.
  previous_row    integer,
  created_at_ms   integer not null,
  id              text not null,
  -- Whose record it is: null twice for the generic one.
  supplier_id     text,
  variant_id      text,
  movement_type   text not null check (movement_type = 'set' or movement_type = 'adjust' or movement_type = 'sync'
                    or movement_type = 'import' or movement_type = 'connector'),
  quantity_before integer not null,
  quantity_after  integer not null,
  -- What brought it: the id of an import or of a connector's job.
  reference       text
) strict;
create index stock_movement_sample on stock_movement (tenant_id, product_row, number)
  where (number + product_row) % 32 = 0;

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

-- What happened to a product: changes, stock movements, workflow moves.

-- The history of a product: one row for each request that changed something, for any number of fields.
create table product_change (
  row_id       integer primary key,
  tenant_id    text not null,
  product_row  integer not null,
  -- Counts the changes of the product, from 1 and without a gap.
  number       integer not null,
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
-- By the product's row alone, which is one tenant's: its id in each entry would make the index four times as large.
create unique index product_change_of_product on product_change (product_row, number);

-- How many of the tenant's products were made or changed on a day (UTC, counted from 1970), each once for a request.
create table change_day (
  tenant_id text not null,
  day       integer not null,
  changes   integer not null,
  primary key (tenant_id, day)
) strict, without rowid;

-- What changed the stock of a product.
create table stock_movement (
  row_id          integer primary key,
  tenant_id       text not null,
  product_row     integer not null,
  -- Counts the movements of the product, from 1 and without a gap.
  number          integer not null,
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
create unique index stock_movement_of_product on stock_movement (product_row, number);

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

-- A change of all products that a filter names, by one request: what it sets, whether it deletes, tags or moves, how far it is, and its undo.
create table bulk_edit (
  tenant_id       text not null,
  id              text not null,
  status          text not null
                  check (status in ('running', 'completed', 'failed', 'cancelled', 'undoing', 'undone')),
  action          text not null check (action in ('set', 'delete', 'tag', 'move')),
  filter          text not null check (json_valid(filter)),
  -- As they were sent, and as they are stored: prices in cents, texts without scripts.
  fields          text not null check (json_valid(fields)),
  given_values    text not null check (json_valid(given_values)),
  total           integer not null default 0,
  changed         integer not null default 0,
  unchanged       integer not null default 0,
  failed          integer not null default 0,
  restored        integer not null default 0,
  kept            integer not null default 0,
  error           text,
  -- Counts its starts; up to which row products are done, and the last row there was.
  run_no          integer not null default 0,
  after_row       integer not null default 0,
  last_row        integer not null,
  -- Who requested it, as they were then.
  actor_kind      text not null,
  actor_id        text,
  actor_name      text,
  created_at_ms   integer not null,
  started_at_ms   integer,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;
create index bulk_edit_newest on bulk_edit (tenant_id, created_at_ms, id);

-- A product that a bulk edit has changed or was refused.
create table bulk_edit_item (
  tenant_id  text not null,
  run_id     text not null,
  product_id text not null,
  outcome    text not null check (outcome in ('changed', 'failed', 'restored', 'kept')),
  -- `[[field, before, after], …]` as the history has it; of a refused one why.
  changes    text not null check (json_valid(changes)),
  fault      text check (json_valid(fault)),
  primary key (tenant_id, run_id, product_id),
  foreign key (tenant_id, run_id) references bulk_edit (tenant_id, id) on delete cascade
) strict, without rowid;
create index bulk_edit_item_by_outcome on bulk_edit_item (tenant_id, run_id, outcome, product_id);

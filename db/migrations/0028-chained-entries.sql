-- What is appended of a product names the entry before it, and the product the last one: an index in the order of the products
-- had, with time, a page for the entries of each, and every round of changes wrote all of those pages. The small index left
-- has one entry in 32, from which the others are at most 31 steps away; the product's row spreads them over the rounds.
alter table product add column last_change_row integer;
alter table product add column changes integer not null default 0;
alter table product add column last_movement_row integer;
alter table product add column movements integer not null default 0;
drop trigger product_records_erased;

create table chained_change (
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
insert into chained_change
  select known.row_id, known.tenant_id, known.product_row, known.number,
      (select earlier.row_id from product_change earlier where earlier.tenant_id = known.tenant_id
        and earlier.product_row = known.product_row and earlier.number = known.number - 1),
      known.at_ms, known.actor_kind, known.actor_id, known.actor_name, known.request_id, known.reverts, known.changes
    from product_change known order by known.row_id;

-- The place of every 16th movement of a product, from which those up to the next one are counted: a table as large as that of
-- the movements would have to be sorted in memory.
create table movement_place (
  product_row integer not null,
  row_id      integer not null,
  number      integer not null,
  primary key (product_row, row_id)
) strict, without rowid;
insert into movement_place
  select counted.product_row, counted.row_id, counted.number from (
    select product_row, row_id, row_number() over (partition by tenant_id, product_row order by row_id) as number
      from stock_movement indexed by stock_movement_of_product) counted
    where counted.number % 16 = 1;
create table chained_movement (
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
insert into chained_movement
  select known.row_id, known.tenant_id, known.product_row,
      (select place.number + (select count(*) from stock_movement later where later.tenant_id = known.tenant_id
            and later.product_row = known.product_row and later.row_id > place.row_id and later.row_id <= known.row_id)
        from movement_place place where place.product_row = known.product_row and place.row_id <= known.row_id
        order by place.row_id desc limit 1),
      (select max(earlier.row_id) from stock_movement earlier where earlier.tenant_id = known.tenant_id
        and earlier.product_row = known.product_row and earlier.row_id < known.row_id),
      known.created_at_ms, known.id, known.supplier_id, known.variant_id, known.movement_type, known.quantity_before,
      known.quantity_after, known.reference
    from stock_movement known order by known.row_id;
drop table movement_place;

update product set
  last_change_row = (select last.row_id from product_change last
    where last.tenant_id = product.tenant_id and last.product_row = product.row_id order by last.number desc limit 1),
  last_movement_row = (select max(last.row_id) from stock_movement last
    where last.tenant_id = product.tenant_id and last.product_row = product.row_id);
update product set
  changes = ifnull((select last.number from chained_change last where last.row_id = product.last_change_row), 0),
  movements = ifnull((select last.number from chained_movement last where last.row_id = product.last_movement_row), 0)
  where last_change_row is not null or last_movement_row is not null;

drop table product_change;
alter table chained_change rename to product_change;
create index product_change_sample on product_change (tenant_id, product_row, number)
  where (number + product_row) % 32 = 0;
drop table stock_movement;
alter table chained_movement rename to stock_movement;
create index stock_movement_sample on stock_movement (tenant_id, product_row, number)
  where (number + product_row) % 32 = 0;

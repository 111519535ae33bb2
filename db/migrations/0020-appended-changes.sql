-- What is only ever added lies in the order in which it came, and names its product by row: a bulk write fills a few pages
-- at the end. In the order of the products it rewrote one page or more for each of them, the more the longer they live.
create table appended_change (
  row_id      integer primary key,
  tenant_id   text not null,
  product_row integer not null,
  -- Counts the changes of the product, from 1.
  number      integer not null,
  at_ms       integer not null,
  -- `import`: the id and the name are those of the import and its file.
  actor_kind  text not null check (actor_kind in ('user', 'api_key', 'operator', 'console', 'system', 'import')),
  actor_id    text,
  -- As it was then: an e-mail address, or what the key was called.
  actor_name  text,
  request_id  text,
  -- The change that this one took back.
  reverts     integer,
  -- `[[field, before, after], …]`: by request name, as the API shows the values.
  changes     text not null check (json_valid(changes))
) strict;
insert into appended_change (tenant_id, product_row, number, at_ms, actor_kind, actor_id, actor_name, request_id, reverts,
    changes)
  select known.tenant_id, product.row_id, known.number, known.at_ms, known.actor_kind, known.actor_id, known.actor_name,
      known.request_id, known.reverts, known.changes
    from product_change known
    join product on product.tenant_id = known.tenant_id and product.id = known.product_id
    order by known.at_ms;
drop table product_change;
alter table appended_change rename to product_change;
create unique index product_change_number on product_change (tenant_id, product_row, number);

create table appended_movement (
  row_id          integer primary key,
  tenant_id       text not null,
  product_row     integer not null,
  created_at_ms   integer not null,
  id              text not null,
  -- Whose record it is: null twice for the generic one.
  supplier_id     text,
  variant_id      text,
  movement_type   text not null check (movement_type in ('set', 'adjust', 'sync', 'import', 'connector')),
  quantity_before integer not null,
  quantity_after  integer not null,
  -- What brought it: the id of an import or of a connector's job.
  reference       text
) strict;
insert into appended_movement (tenant_id, product_row, created_at_ms, id, supplier_id, variant_id, movement_type,
    quantity_before, quantity_after, reference)
  select known.tenant_id, product.row_id, known.created_at_ms, known.id, known.supplier_id, known.variant_id,
      known.movement_type, known.quantity_before, known.quantity_after, known.reference
    from stock_movement known
    join product on product.tenant_id = known.tenant_id and product.id = known.product_id
    order by known.created_at_ms;
drop trigger stock_movement_erased;
drop table stock_movement;
alter table appended_movement rename to stock_movement;
create index stock_movement_of_product on stock_movement (tenant_id, product_row);

-- A foreign key would have each new row looked up once more.
create trigger product_records_erased after delete on product begin
  delete from product_change where tenant_id = old.tenant_id and product_row = old.row_id;
  delete from stock_movement where tenant_id = old.tenant_id and product_row = old.row_id;
end;

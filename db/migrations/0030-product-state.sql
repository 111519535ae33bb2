-- What changes often of a product, in a row of a tenth of its size: five products fill a page of the file, so a thousand
-- pages were written anew when the stock of five thousand products changed. The row id is that of the product.
create table product_state (
  row_id            integer primary key,
  tenant_id         text not null,
  -- The product's place among the tenant's changes.
  updated_at_us     integer not null,
  -- The generic stock if there is one, else the sum over suppliers, else 0.
  stock             integer not null default 0,
  -- The stock that belongs to no supplier; null where none is kept.
  generic_stock     integer,
  supplier_count    integer not null default 0,
  -- All changes of the product after `quiet_from_us`, up to `quiet_to_us`, were of its stock alone: when the latter is its
  -- `updated_at_us`, whoever has seen it at the former has seen all of its texts. Set by what changes stock, and by nothing
  -- else: any other change gives the product another `updated_at_us`.
  quiet_from_us     integer,
  quiet_to_us       integer,
  -- Where the chain of its changes ends, and that of its movements, and how long each is.
  last_change_row   integer,
  changes           integer not null default 0,
  last_movement_row integer,
  movements         integer not null default 0
) strict;
insert into product_state (row_id, tenant_id, updated_at_us, stock, generic_stock, supplier_count, quiet_from_us,
    quiet_to_us, last_change_row, changes, last_movement_row, movements)
  select row_id, tenant_id, updated_at_us, stock, generic_stock, supplier_count, quiet_from_us, quiet_to_us,
      last_change_row, changes, last_movement_row, movements
    from product order by row_id;
drop index product_changes;
create unique index product_changes on product_state (tenant_id, updated_at_us);
alter table product drop column updated_at_us;
alter table product drop column stock;
alter table product drop column generic_stock;
alter table product drop column supplier_count;
alter table product drop column quiet_from_us;
alter table product drop column quiet_to_us;
alter table product drop column last_change_row;
alter table product drop column changes;
alter table product drop column last_movement_row;
alter table product drop column movements;

-- A foreign key would have each new row looked up once more.
create trigger product_state_erased after delete on product begin
  delete from product_state where tenant_id = old.tenant_id and row_id = old.row_id;
end;

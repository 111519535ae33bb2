-- Every change of a stock record: of the product itself, of a supplier, or of a variant. A product's newest are at the
-- end of its range.
create table stock_movement (
  tenant_id       text not null,
  product_id      text not null,
  created_at_ms   integer not null,
  id              text not null,
  -- Whose record it is: null twice for the generic one.
  supplier_id     text,
  variant_id      text,
  movement_type   text not null check (movement_type in ('set', 'adjust', 'sync', 'import', 'connector')),
  quantity_before integer not null,
  quantity_after  integer not null,
  -- What brought it: the id of an import or of a connector's job.
  reference       text,
  primary key (tenant_id, product_id, created_at_ms, id)
) strict, without rowid;
-- In place of a foreign key, which would look each product up at each movement.
create trigger stock_movement_erased after delete on product begin
  delete from stock_movement where tenant_id = old.tenant_id and product_id = old.id;
end;

-- A supplier's products, in the order of their ids.
create index product_supplier_products on product_supplier (tenant_id, supplier_id);

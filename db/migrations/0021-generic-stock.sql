-- The stock that belongs to no supplier, null where none is kept, is a column of the product: whatever sets it writes the
-- product anyway, for its `stock` and its place among the changes.
alter table product add column generic_stock integer;
update product set generic_stock =
  (select quantity from product_stock where tenant_id = product.tenant_id and product_id = product.id)
  where exists (select 1 from product_stock where tenant_id = product.tenant_id and product_id = product.id);
drop table product_stock;

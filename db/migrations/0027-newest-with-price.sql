-- The newest products within a range of prices are found without looking at the others: with half a million, 7,500 of them
-- in the range, in 0.2 ms instead of 0.7 to 1.5. The row id is said, so that the price comes after it.
drop index product_newest;
create index product_newest on product (tenant_id, deleted_at_ms, row_id, price_order) where deleted_at_ms is null;

-- The ERP-sync list goes by reference: those without one come last, by id. The others are in `product_reference`.
create index product_without_reference on product (tenant_id, id) where reference is null;

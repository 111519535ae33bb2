-- How many products each tenant has: to count a million takes a tenth of a second, and each change would ask for it again.
-- Kept by `insertProducts`, and by these for what happens later.
alter table tenant_clock add column live_products integer not null default 0;
alter table tenant_clock add column deleted_products integer not null default 0;

update tenant_clock set
  live_products = (select count(*) from product
    where product.tenant_id = tenant_clock.tenant_id and product.deleted_at_ms is null),
  deleted_products = (select count(*) from product
    where product.tenant_id = tenant_clock.tenant_id and product.deleted_at_ms is not null);

create trigger product_hidden_total after update of deleted_at_ms on product
  when (old.deleted_at_ms is null) <> (new.deleted_at_ms is null) begin
  update tenant_clock set
    live_products = live_products + iif(new.deleted_at_ms is null, 1, -1),
    deleted_products = deleted_products - iif(new.deleted_at_ms is null, 1, -1)
    where tenant_id = new.tenant_id;
end;

create trigger product_erased_total after delete on product begin
  update tenant_clock set
    live_products = live_products - (old.deleted_at_ms is null),
    deleted_products = deleted_products - (old.deleted_at_ms is not null)
    where tenant_id = old.tenant_id;
end;

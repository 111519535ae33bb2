-- The words' index is made anew behind the changes: its codes now are terms of their own, so it begins empty.
insert into product_word (product_word) values ('delete-all');
update search_state set indexed_to_us = 0;

-- What hits are counted by, for the products that the words' index has. A row of it is a tenth of one of `product`, and
-- numbers are counted faster than ids.
create table product_fact (
  row_id      integer primary key,
  brand_no    integer,
  category_no integer,
  status_no   integer not null
) strict;

-- What those numbers stand for: ids of brands and categories, and statuses. None is ever given to another value.
create table search_value (
  no        integer primary key,
  tenant_id text not null,
  value     text not null
) strict;
create unique index search_value_of on search_value (tenant_id, value);

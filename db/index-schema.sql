-- The index that libSQL searches products by: made of the products, filled behind their changes, and rebuilt when it is
-- missing or of another form. In a database file of its own, because who fills it writes as much as who changes products.
drop table if exists index_state;
drop table if exists product_gram;
drop table if exists product_vocabulary;
drop table if exists product_word;
drop table if exists product_title_vocabulary;
drop table if exists product_title;
drop table if exists product_fact;
drop table if exists search_value;

create table index_state (
  tenant_id     text primary key,
  -- Four characters that begin each term of the tenant, so no search reads another tenant's part of the index.
  tag           text not null unique,
  -- The value of the tenant's change clock up to which the index has all changes.
  indexed_to_us integer not null default 0
) strict, without rowid;

-- Runs of three characters of title, codes and reference, for the search of lists; db/products/grams.ts says which signs
-- they are of. The row id is the product's negated: FTS5 reads a list of rows upward ten times faster than downward, and
-- lists show the newest first.
create virtual table product_gram
  using fts5 (text, content = '', contentless_delete = 1, detail = none,
              tokenize = "ascii tokenchars ' !#$%&()*+,-./:<=>?[]_{}~'");
-- What a step leaves is merged once there are 16 of them, piece by piece; all of them at once, which takes a second, only if
-- that does not keep up.
insert into product_gram (product_gram, rank) values ('automerge', 16), ('crisismerge', 32);

-- The words of live products outside of their titles. A word is in the first column that has it, and in none when it is in
-- a title. The prefix is the tag and one character: longer beginnings are put together from their words.
create virtual table product_word
  using fts5 (brand, category, code, text, content = '', contentless_delete = 1, detail = column,
              prefix = '5', tokenize = 'ascii');
insert into product_word (product_word, rank) values ('automerge', 16), ('crisismerge', 32);
create virtual table product_vocabulary using fts5vocab (product_word, 'row');

-- The words of their titles, with their places: what has the words of a query in their order comes first.
create virtual table product_title
  using fts5 (title, content = '', contentless_delete = 1, detail = full, prefix = '5', tokenize = 'ascii');
insert into product_title (product_title, rank) values ('automerge', 16), ('crisismerge', 32);
create virtual table product_title_vocabulary using fts5vocab (product_title, 'row');

-- What hits are counted and filtered by, for the products that have words. A row of it is a tenth of one of `product`, and
-- numbers are counted faster than ids.
create table product_fact (
  row_id      integer primary key,
  brand_no    integer,
  category_no integer,
  status_no   integer not null,
  -- In cents; -1 without one.
  price_order integer not null,
  -- Of all terms that the index has of it: a change of something else leaves them as they are.
  text_hash   integer not null,
  -- Of all that the index is made of: a change of stock leaves it as it is, and is not followed any further.
  source_hash integer not null
) strict;

-- What those numbers mean: ids of brands and categories, and statuses. None is ever given to another value.
create table search_value (
  no        integer primary key,
  tenant_id text not null,
  value     text not null
) strict;
create unique index search_value_of on search_value (tenant_id, value);

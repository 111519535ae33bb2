-- The search index of 0003 made anew: smaller, faster, and each tenant's terms its own. All of it is filled behind the
-- changes of products, so it begins empty.
drop table product_trigram;
drop table search_state;

create table search_state (
  tenant_id     text primary key,
  -- Four characters that begin each term of the tenant, so no search reads another tenant's part of the index.
  tag           text not null unique,
  -- How far libSQL's index, Meilisearch's and the vectors have followed the tenant's changes.
  indexed_to_us integer not null default 0,
  remote_to_us  integer not null default 0,
  -- Which settings Meilisearch's index was made with.
  remote_settings text,
  vector_to_us  integer not null default 0,
  -- What the vectors up to there were made by.
  vector_model  text
) strict, without rowid;

-- Runs of three characters of title, codes and reference, for the search of lists. The row id is the product's negated:
-- FTS5 reads a list of rows upward ten times faster than downward, and lists show the newest first.
create virtual table product_gram
  using fts5 (text, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
insert into product_gram (product_gram, rank) values ('automerge', 8);

-- The words of live products. A word stands in the first of these columns that has it, so a column filter of the first
-- three says "in the title". The prefixes are the tag and one or two characters.
create virtual table product_word
  using fts5 (head, title, brand, category, code, text, content = '', contentless_delete = 1, detail = column,
              prefix = '5 6', tokenize = 'ascii');
insert into product_word (product_word, rank) values ('automerge', 8);
create virtual table product_vocabulary using fts5vocab (product_word, 'row');

-- An index that is or was made anew.
create table search_reindex (
  tenant_id       text not null,
  id              text not null,
  engine          text not null check (engine in ('libsql', 'meilisearch')),
  status          text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  total           integer not null default 0,
  indexed         integer not null default 0,
  error           text,
  created_at_ms   integer not null,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict, without rowid;

-- One vector a product, as 32-bit floats.
create table product_vector (
  tenant_id  text not null,
  product_id text not null,
  -- Address and name of what made it, and how long it is: vectors of different models cannot be compared.
  model      text not null,
  -- SHA-256 of the text it was made of.
  text_hash  text not null,
  vector     blob not null,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;

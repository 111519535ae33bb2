-- What search keeps in the main database; the libSQL index itself is db/index-schema.sql.

create table search_state (
  tenant_id     text primary key,
  -- How far Meilisearch's index and the vectors have followed the tenant's changes.
  remote_to_us  integer not null default 0,
  -- Which settings Meilisearch's index was made with.
  remote_settings text,
  vector_to_us  integer not null default 0,
  -- What the vectors up to there were made by, and how long they are.
  vector_model  text,
  vector_dimensions integer,
  -- Meilisearch's index of vectors: the current one, the one that is filled beside it, and how far the latter (the former
  -- where there is none) has followed the tenant's changes.
  similar_index text,
  similar_next  text,
  similar_to_us integer not null default 0
) strict, without rowid;

-- Which of several processes follows the changes of a tenant for an index: no other sends to it until the lease ends.
create table search_lease (
  tenant_id  text not null,
  index_name text not null check (index_name in ('libsql', 'remote', 'similar')),
  owner      text not null,
  until_ms   integer not null,
  primary key (tenant_id, index_name)
) strict, without rowid;
create index search_lease_until on search_lease (until_ms);

-- An index that is or was rebuilt.
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

-- Words that searches take for one another, in the form that words are compared in. As they were written they are a
-- setting; these are for the words of one search, which must not read all of them.
create table search_synonym (
  tenant_id text not null,
  -- Groups of all languages are counted through.
  group_no  integer not null,
  word      text not null,
  primary key (tenant_id, group_no, word)
) strict, without rowid;
create index search_synonym_words on search_synonym (tenant_id, word, group_no);

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

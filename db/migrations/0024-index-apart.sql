-- The words' index moves into a database of its own (db/index-schema.sql), which is filled anew.
drop table product_gram;
drop table product_vocabulary;
drop table product_word;
drop table product_fact;
drop table search_value;

alter table search_state rename to search_state_before;
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
  -- Meilisearch's index of vectors: the one that is asked, the one that is filled beside it, and how far the latter (the
  -- former where there is none) has followed the tenant's changes.
  similar_index text,
  similar_next  text,
  similar_to_us integer not null default 0
) strict, without rowid;
insert into search_state select tenant_id, remote_to_us, remote_settings, vector_to_us, vector_model, vector_dimensions,
    similar_index, similar_next, similar_to_us
  from search_state_before;
drop table search_state_before;

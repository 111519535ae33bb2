-- Vectors can be compared when one model made them and they are of one length, which the first of them shows. Those there
-- are do not say it, so they are made anew.
delete from product_vector;
update search_state set vector_to_us = 0, vector_model = null;
alter table search_state add column vector_dimensions integer;
-- Meilisearch's index of vectors: the one that is asked, the one that is filled beside it, and how far the latter (the
-- former where there is none) has followed the tenant's changes.
alter table search_state add column similar_index text;
alter table search_state add column similar_next text;
alter table search_state add column similar_to_us integer not null default 0;

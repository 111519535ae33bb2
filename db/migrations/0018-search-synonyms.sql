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

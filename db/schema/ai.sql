-- AI: prompts, calls of models and translators, enrichment, translation, documents, web research.

-- The instructions to models. A built-in prompt has a row once it is changed: before, it is the program's.
create table prompt (
  tenant_id            text not null,
  id                   text not null,
  slug                 text not null,
  name                 text not null,
  category             text not null,
  purpose              text not null check (purpose in ('descriptions', 'categorize', 'seo', 'attributes', 'translate')),
  language             text not null,
  output_format        text not null check (output_format in ('text', 'html', 'markdown', 'json')),
  system_prompt        text not null,
  user_prompt_template text not null,
  is_active            integer not null default 1 check (is_active in (0, 1)),
  is_builtin           integer not null default 0 check (is_builtin in (0, 1)),
  sort_order           integer not null,
  created_at_ms        integer not null,
  updated_at_ms        integer not null,
  version              integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index prompt_slug on prompt (tenant_id, slug);

-- Which prompt serves a purpose: for the group, or for an entity in its place.
create table prompt_binding (
  tenant_id     text not null,
  id            text not null,
  -- Null: the group.
  entity_id     text,
  purpose       text not null,
  prompt_slug   text not null,
  updated_at_ms integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, entity_id) references entity (tenant_id, id) on delete cascade
) strict;
create unique index prompt_binding_target on prompt_binding (tenant_id, ifnull(entity_id, ''), purpose);
create index prompt_binding_prompt on prompt_binding (tenant_id, prompt_slug);
create index prompt_binding_entity on prompt_binding (tenant_id, entity_id) where entity_id is not null;

-- Every call of a model or translator, noted before it is sent: what it cost, and for a batch what it answered.
--   sent     -> answered      the answer is stored, with what it cost
--   sent     -> failed        there was no answer
--   sent     -> interrupted   the process ended meanwhile: the call may have been billed, and is made again
--   answered -> applied       what it says is stored with the product
create table ai_call (
  tenant_id       text not null,
  id              text not null,
  action          text not null,
  provider        text not null,
  model           text not null,
  state           text not null check (state in ('sent', 'answered', 'applied', 'failed', 'interrupted')),
  input_tokens    integer not null default 0,
  output_tokens   integer not null default 0,
  characters      integer not null default 0,
  -- Millionths of a US dollar; the baseline is what the assigned main model would have cost.
  cost_micros     integer not null default 0,
  baseline_micros integer not null default 0,
  -- What it may cost while it is under way, or has cost when its answer never came: it counts against budgets.
  reserved_micros integer not null default 0,
  -- Of the input tokens, what the provider had in its cache.
  cached_tokens   integer not null default 0,
  is_routed       integer not null default 0 check (is_routed in (0, 1)),
  prompt_slug     text,
  product_id      text,
  -- The batch it was made for, and which piece of work of it: `answered`, it is not requested again.
  job_id          text,
  piece           text,
  answer          text,
  -- What was asked, as a digest: an equal request can be answered by the same answer.
  request_hash    text,
  error           text,
  at_ms           integer not null,
  ended_at_ms     integer,
  primary key (tenant_id, id)
) strict;
create index ai_call_newest on ai_call (tenant_id, at_ms, id);
create index ai_call_sent on ai_call (tenant_id, at_ms) where state = 'sent';
create index ai_call_answer on ai_call (at_ms) where answer is not null;
create index ai_call_request on ai_call (tenant_id, request_hash, at_ms)
  where request_hash is not null and answer is not null;
create index ai_call_open on ai_call (tenant_id, job_id, product_id)
  where job_id is not null and state in ('sent', 'answered');

-- What was spent in a period: a day, a month, a batch.
create table ai_spend (
  tenant_id       text not null,
  -- `day:2026-11-25`, `month:2026-11`, `batch:` and its id.
  period          text not null,
  -- Also of calls whose answer nobody heard, by their estimate.
  spent_micros    integer not null default 0,
  -- Of calls that are under way.
  reserved_micros integer not null default 0,
  primary key (tenant_id, period)
) strict, without rowid;

-- Calls of providers that wait, are under way, or were within the last minute: their limits are kept by these.
create table ai_turn (
  tenant_id text not null,
  id        text not null,
  provider  text not null,
  model     text not null,
  state     text not null check (state in ('waiting', 'open', 'over')),
  tokens    integer not null,
  at_ms     integer not null,
  -- Its process has ended if it is not over then.
  until_ms  integer not null,
  primary key (tenant_id, id)
) strict, without rowid;
create index ai_turn_minute on ai_turn (tenant_id, provider, at_ms);

-- What is learnt of a model from its answers.
create table ai_model (
  tenant_id            text not null,
  provider             text not null,
  model                text not null,
  requests_per_minute  integer,
  tokens_per_minute    integer,
  -- Before, it is not called: it has said so.
  blocked_until_ms     integer not null default 0,
  -- How often in a row it has refused without saying for how long.
  refusals             integer not null default 0,
  -- Tokens of a thousand bytes of a prompt, the most so far.
  tokens_per_kilobyte  integer not null default 0,
  -- The longest answer so far.
  output_tokens_most   integer not null default 0,
  -- The parameters that it does not take.
  left_out             text not null default '[]' check (json_valid(left_out)),
  primary key (tenant_id, provider, model)
) strict, without rowid;

-- A product that is being enriched: one run at a time. A run that was left ends by itself.
create table enrichment_run (
  tenant_id     text not null,
  product_id    text not null,
  id            text not null,
  current_type  text,
  started_at_ms integer not null,
  until_ms      integer not null,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

-- The last value of each type that was made for a product, for the group or for an entity.
create table enrichment_result (
  tenant_id      text not null,
  product_id     text not null,
  -- Empty: the group.
  entity_id      text not null,
  type           text not null,
  value          text not null check (json_valid(value)),
  metadata       text not null check (json_valid(metadata)),
  -- Names of the fields that were stored with the product.
  applied_fields text not null check (json_valid(applied_fields)),
  generated_at_ms integer not null,
  primary key (tenant_id, product_id, entity_id, type),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index enrichment_result_type on enrichment_result (tenant_id, type, product_id);
create index enrichment_result_newest on enrichment_result (tenant_id, generated_at_ms);

create table enrichment_history (
  tenant_id      text not null,
  id             text not null,
  product_id     text not null,
  entity_id      text,
  type           text not null,
  previous_value text check (json_valid(previous_value)),
  new_value      text not null check (json_valid(new_value)),
  provider       text not null,
  model          text not null,
  prompt_slug    text,
  prompt_version text,
  sources        text not null default '[]' check (json_valid(sources)),
  is_applied     integer not null check (is_applied in (0, 1)),
  cost_micros    integer not null,
  created_at_ms  integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index enrichment_history_newest on enrichment_history (tenant_id, product_id, created_at_ms, id);

-- A value that was made for a field and not stored with its product: it waits for somebody.
--   waiting -> accepted   stored as it is
--   waiting -> edited     stored as somebody has changed it
--   waiting -> rejected   left out
-- Another run takes its place while it waits.
create table ai_proposal (
  tenant_id        text not null,
  id               text not null,
  product_id       text not null,
  -- Empty: all.
  entity_id        text not null,
  configuration_id text not null,
  language         text not null,
  kind             text not null check (kind in ('text', 'attribute', 'category', 'translation')),
  -- A field of the product, or `attributes.` with a name.
  field            text not null,
  value            text not null check (json_valid(value)),
  -- What the field had when the value was made, and its digest: an edit since is a conflict.
  previous         text check (json_valid(previous)),
  base_hash        text not null,
  confidence       real not null check (confidence between 0 and 1),
  reason           text not null check (reason in ('requested', 'unsure', 'written', 'reviewed', 'edited')),
  flags            text not null check (json_valid(flags)),
  -- Sentences with the sources of each.
  sentences        text not null check (json_valid(sentences)),
  provider         text not null,
  model            text not null,
  prompt_slug      text,
  prompt_version   text,
  batch_id         text,
  state            text not null check (state in ('waiting', 'accepted', 'edited', 'rejected')),
  created_at_ms    integer not null,
  decided_at_ms    integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index ai_proposal_waiting
  on ai_proposal (tenant_id, product_id, entity_id, configuration_id, language, field) where state = 'waiting';
create index ai_proposal_newest on ai_proposal (tenant_id, state, created_at_ms, id);
create index ai_proposal_product on ai_proposal (tenant_id, product_id);

-- A text that a machine wrote: as long as the field has this very text, it is the machine's.
create table machine_text (
  tenant_id        text not null,
  product_id       text not null,
  language         text not null,
  -- Empty: all.
  entity_id        text not null,
  configuration_id text not null,
  field            text not null,
  text_hash        text not null,
  primary key (tenant_id, product_id, language, entity_id, configuration_id, field),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

-- Many products to enrich.
--   pending -> running     started, or its time has come
--   running -> paused      and back
--   running -> completed   all products done, or the budget is used up
--   running -> failed      no provider, 20 failures in a row, or interrupted too often
--   any     -> cancelled
create table enrichment_batch (
  tenant_id           text not null,
  id                  text not null,
  name                text not null,
  description         text,
  filters             text not null check (json_valid(filters)),
  types               text not null check (json_valid(types)),
  -- Which values are stored with their products by themselves, and whether also over what a person wrote.
  auto_apply          text not null default 'usual' check (auto_apply in ('usual', 'always', 'confident', 'never')),
  overwrite           integer not null default 0 check (overwrite in (0, 1)),
  priority            integer not null check (priority between 1 and 10),
  -- Whether answers that equal requests were given lately are taken, at no cost.
  reuse               integer not null default 0 check (reuse in (0, 1)),
  max_budget_micros   integer,
  scheduled_at_ms     integer,
  status              text not null
                      check (status in ('pending', 'running', 'completed', 'failed', 'paused', 'cancelled')),
  -- Counts its starts and resumes: what an earlier one has begun is finished, and it begins nothing more.
  run_no              integer not null default 0,
  total_products      integer not null,
  processed           integer not null default 0,
  failed              integer not null default 0,
  failures_in_row     integer not null default 0,
  cost_micros         integer not null default 0,
  -- Milliseconds from one finished product to the next, of late; and when the last was finished.
  pace_ms             integer not null default 0,
  finished_at_ms      integer not null default 0,
  -- Products up to this row are done.
  after_row           integer not null default 0,
  stop_reason         text,
  error_message       text,
  -- A limit of the provider lets it go on then.
  waits_until_ms      integer,
  created_at_ms       integer not null,
  started_at_ms       integer,
  completed_at_ms     integer,
  primary key (tenant_id, id)
) strict;
create index enrichment_batch_newest on enrichment_batch (tenant_id, created_at_ms, id);
create index enrichment_batch_active on enrichment_batch (tenant_id, status) where status in ('pending', 'running', 'paused');

-- A product that a batch is through with.
create table enrichment_batch_item (
  tenant_id   text not null,
  batch_id    text not null,
  product_id  text not null,
  error       text,
  primary key (tenant_id, batch_id, product_id),
  foreign key (tenant_id, batch_id) references enrichment_batch (tenant_id, id) on delete cascade
) strict, without rowid;

create index enrichment_batch_item_error on enrichment_batch_item (tenant_id, batch_id, product_id)
  where error is not null;

-- Texts of many products to translate. The unit is a product in a language.
--   running -> paused      and back
--   running -> completed   all done, failed or skipped
--   running -> failed      no provider left, 20 failures in a row, or interrupted too often
create table translation_batch (
  tenant_id        text not null,
  id               text not null,
  -- The request: filter, languages, fields, entity, configuration, provider, overwrite.
  request          text not null check (json_valid(request)),
  estimate         text not null check (json_valid(estimate)),
  status           text not null check (status in ('running', 'paused', 'completed', 'failed')),
  run_no           integer not null default 1,
  products         integer not null,
  total            integer not null,
  done             integer not null default 0,
  failed           integer not null default 0,
  skipped          integer not null default 0,
  failures_in_row  integer not null default 0,
  cost_micros      integer not null default 0,
  -- The last variant that was written, for the API; and up to which row products are done.
  cursor           text,
  after_row        integer not null default 0,
  -- Milliseconds from one finished variant to the next, of late; and when the last was finished.
  pace_ms          integer not null default 0,
  finished_at_ms   integer not null default 0,
  error_message    text,
  created_at_ms    integer not null,
  completed_at_ms  integer,
  primary key (tenant_id, id)
) strict;
create index translation_batch_newest on translation_batch (tenant_id, created_at_ms, id);

-- A product in a language that a batch is through with.
create table translation_variant (
  tenant_id  text not null,
  batch_id   text not null,
  product_id text not null,
  language   text not null,
  outcome    text not null check (outcome in ('done', 'failed', 'skipped')),
  error      text,
  primary key (tenant_id, batch_id, product_id, language),
  foreign key (tenant_id, batch_id) references translation_batch (tenant_id, id) on delete cascade
) strict, without rowid;

-- A text that a batch has translated.
create table translation_item (
  tenant_id     text not null,
  id            text not null,
  batch_id      text not null,
  product_id    text not null,
  language      text not null,
  pivot_language text not null,
  entity_id     text not null,
  configuration_id text not null,
  field         text not null,
  pivot_text    text not null,
  variant_text  text not null,
  quality_score integer not null,
  provider      text not null check (provider in ('translator', 'llm')),
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references translation_batch (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create unique index translation_item_worst
  on translation_item (tenant_id, batch_id, quality_score, product_id, language, field);
create index translation_item_product on translation_item (tenant_id, product_id);

-- Files that texts are made from: data sheets, manuals.
create table ai_document (
  tenant_id     text not null,
  id            text not null,
  -- Null: of all products.
  product_id    text,
  title         text not null,
  file_name     text not null,
  file_key      text not null,
  size_bytes    integer not null,
  language      text,
  status        text not null check (status in ('pending', 'indexing', 'indexed', 'failed')),
  chunk_count   integer not null default 0,
  error_message text,
  created_at_ms integer not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict;
create index ai_document_newest on ai_document (tenant_id, created_at_ms, id);
create index ai_document_product on ai_document (tenant_id, product_id) where product_id is not null;
create index ai_document_of_all on ai_document (tenant_id) where product_id is null;
create index ai_document_file on ai_document (tenant_id, file_key);

-- A passage of a document.
create table ai_document_chunk (
  row_id      integer primary key,
  tenant_id   text not null,
  document_id text not null,
  chunk_index integer not null,
  -- Of a PDF, from 1; null: the file has none.
  page        integer,
  text        text not null,
  -- What made the vector, and how long it is: vectors of different models cannot be compared. Null: there is none yet.
  model       text,
  vector      blob,
  foreign key (tenant_id, document_id) references ai_document (tenant_id, id) on delete cascade
) strict;
create unique index ai_document_chunk_place on ai_document_chunk (tenant_id, document_id, chunk_index);
create index ai_document_chunk_model on ai_document_chunk (tenant_id, model);
create virtual table ai_chunk_words using fts5 (
  tenant_id, text, content = 'ai_document_chunk', content_rowid = 'row_id', tokenize = 'unicode61 remove_diacritics 2'
);
create trigger ai_document_chunk_inserted after insert on ai_document_chunk begin
  insert into ai_chunk_words (rowid, tenant_id, text) values (new.row_id, new.tenant_id, new.text);
end;
create trigger ai_document_chunk_deleted after delete on ai_document_chunk begin
  insert into ai_chunk_words (ai_chunk_words, rowid, tenant_id, text)
    values ('delete', old.row_id, old.tenant_id, old.text);
end;

-- The last web run of a product: which sources it had, and how far it came.
create table web_run (
  tenant_id      text not null,
  product_id     text not null,
  id             text not null,
  collect        text not null check (collect in ('not_started', 'running', 'completed', 'skipped', 'failed')),
  synthesize     text not null check (synthesize in ('not_started', 'running', 'completed', 'skipped', 'failed')),
  chunks_found   integer not null default 0,
  used_web       integer not null default 0 check (used_web in (0, 1)),
  sources        text not null default '[]' check (json_valid(sources)),
  error_message  text,
  started_at_ms  integer not null,
  finished_at_ms integer,
  primary key (tenant_id, product_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

-- Web sites of which pages are read, for all tenants.
create table web_host (
  -- Name and port.
  host         text primary key not null,
  -- Before, it is not requested again.
  next_at_ms   integer not null,
  -- Its robots.txt, "" when it has none, and when it was read; null: not yet.
  robots       text,
  robots_at_ms integer
) strict, without rowid;
create index web_host_old on web_host (next_at_ms);

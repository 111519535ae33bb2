-- Shops and marketplaces.

-- A shop or marketplace that products are pushed to and pulled from. Its credentials are in `secret`, at
-- `connector/<id>`.
create table connector (
  tenant_id         text not null,
  id                text not null,
  platform_id       text not null,
  name              text not null,
  description       text,
  sync_options      text not null default '{}' check (json_valid(sync_options)),
  -- Whether there are any credentials.
  is_configured     integer not null default 0 check (is_configured in (0, 1)),
  -- By what its webhooks find it, when they can be verified: an HMAC of its shop's host, or of the password they send.
  receiver_key      text,
  is_active         integer not null default 1 check (is_active in (0, 1)),
  status            text not null default 'pending' check (status = 'pending' or status = 'active' or status = 'error'),
  status_message    text,
  last_tested_at_ms integer,
  last_sync_at_ms   integer,
  created_at_ms     integer not null,
  version           integer not null default 1,
  -- Whether its prices contain tax, as the shop said of itself in the last test; null: it does not say.
  shop_price_tax    text check (shop_price_tax in ('included', 'excluded')),
  primary key (tenant_id, id)
) strict;
-- Who may be meant by a webhook, of any tenant: its path names the platform only.
create index connector_receiver on connector (platform_id, receiver_key, id)
  where receiver_key is not null and is_active = 1;
create index connector_receiver_newest on connector (platform_id, id) where receiver_key is not null and is_active = 1;

-- What a product is called on a platform.
create table platform_mapping (
  tenant_id         text not null,
  connector_id      text not null,
  product_id        text not null,
  external_id       text not null,
  -- Of the variant or stock item that carries the price and the stock, where the platform has one.
  external_item_id  text,
  external_url      text,
  last_synced_at_ms integer,
  -- What was last sent of it: a hash of its content, its stock and its price; null when that is not known.
  sent              text,
  -- What it calls the product's variants, by our id, and its pictures, by what names their content.
  parts             text check (parts is null or json_valid(parts)),
  -- The product's change number when its last change came from the platform itself.
  pulled_us         integer,
  -- The platform's own time of what it reported of the product last.
  reported_at_ms        integer,
  -- It was taken from sale there, as it is no longer sold here.
  is_hidden         integer not null default 0 check (is_hidden in (0, 1)),
  primary key (tenant_id, connector_id, product_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index platform_mapping_product on platform_mapping (tenant_id, product_id);
create index platform_mapping_external on platform_mapping (tenant_id, connector_id, external_id);

-- Which category of a platform stands for one here.
create table platform_category (
  tenant_id    text not null,
  connector_id text not null,
  category_id  text not null,
  external_id  text not null,
  -- It was chosen by somebody, and not found or made by a push.
  is_chosen    integer not null default 0 check (is_chosen in (0, 1)),
  -- Its name here when a push found, made or renamed it; null: not known.
  name         text,
  -- What the platform calls the one above it, by the same push; null: none.
  parent_id    text,
  primary key (tenant_id, connector_id, category_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade,
  foreign key (tenant_id, category_id) references category (tenant_id, id) on delete cascade
) strict, without rowid;
create index platform_category_category on platform_category (tenant_id, category_id);

-- Products that are about to be made on a platform: until the outcome is noted they are looked up first.
create table platform_sending (
  tenant_id    text not null,
  connector_id text not null,
  product_id   text not null,
  primary key (tenant_id, connector_id, product_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index platform_sending_product on platform_sending (tenant_id, product_id);

-- How far a connector with `sync_options.auto_push` has followed the changes of products.
create table connector_feed (
  tenant_id    text not null,
  connector_id text not null,
  -- The last change number that it has seen.
  seen_us      integer not null,
  -- Whether a push of it is under way.
  is_sending   integer not null default 0 check (is_sending in (0, 1)),
  -- How often in a row the platform was away or refused it, and when it is tried again.
  failures     integer not null default 0,
  retry_at_ms  integer not null default 0,
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
) strict, without rowid;

-- A push or pull of a connector. It outlives the connector.
create table sync_job (
  tenant_id       text not null,
  id              text not null,
  connector_id    text not null,
  job_type        text not null,
  status          text not null check (status = 'processing' or status = 'completed' or status = 'failed'),
  trigger         text not null,
  -- Which products: `product_ids`, `since`.
  scope           text not null default '{}' check (json_valid(scope)),
  -- How many products that were when it began; null: not counted.
  total           integer,
  pushed          integer not null default 0,
  pulled          integer not null default 0,
  updated         integer not null default 0,
  errors          integer not null default 0,
  skipped         integer not null default 0,
  error_message   text,
  started_at_ms   integer not null,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;
create index sync_job_newest on sync_job (tenant_id, connector_id, started_at_ms, id);
create unique index sync_job_running on sync_job (tenant_id, connector_id, job_type)
  where status = 'processing' and (trigger = 'manual' or trigger = 'schedule');

-- What a synchronisation reports of single products: those that it linked to ones that the platform had, those that
-- failed, and what was sent otherwise than it is here.
create table sync_note (
  tenant_id   text not null,
  job_id      text not null,
  place       integer not null,
  product_id  text,
  sku         text,
  external_id text,
  result      text not null check (result = 'linked' or result = 'error' or result = 'noted'),
  message     text not null,
  primary key (tenant_id, job_id, place),
  foreign key (tenant_id, job_id) references sync_job (tenant_id, id) on delete cascade
) strict, without rowid;

-- Deliveries of platforms that were accepted: the same one within a day has no second effect. Also the orders that were taken,
-- with the time until which they are remembered.
create table inbound_delivery (
  tenant_id    text not null,
  connector_id text not null,
  delivery_id  text not null,
  at_ms        integer not null,
  primary key (tenant_id, connector_id, delivery_id)
) strict, without rowid;
create index inbound_delivery_oldest on inbound_delivery (at_ms);

-- Work that a platform has been given and that it has not ended yet, such as a feed: a later turn of the push that gave it
-- follows it on. Its key names the content, so that what has changed since is sent anew.
create table platform_work (
  tenant_id     text not null,
  connector_id  text not null,
  work_key      text not null,
  external_id   text not null,
  started_at_ms integer not null,
  primary key (tenant_id, connector_id, work_key),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
) strict, without rowid;

-- A topic of a shop's webhooks: whether it was registered there by this service, and what came of it last.
create table shop_webhook (
  tenant_id        text not null,
  connector_id     text not null,
  -- As deliveries name it; "products" where the platform names none.
  topic            text not null,
  -- What the platform calls the webhook; null: it was not registered by this service.
  external_id      text,
  -- Why the platform refused it.
  error            text,
  registered_at_ms integer,
  delivered_at_ms  integer,
  delivery_status  text check (delivery_status is null or delivery_status = 'accepted' or delivery_status = 'duplicate' or delivery_status = 'ignored'),
  deliveries       integer not null default 0,
  primary key (tenant_id, connector_id, topic),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
) strict, without rowid;

-- What webhooks have reported of a shop that do not say what it is now: a job reads it there, some at a time.
create table shop_news (
  tenant_id    text not null,
  connector_id text not null,
  kind         text not null check (kind = 'product' or kind = 'order'),
  external_id  text not null,
  -- How often it was reported: what comes while it is read is read again.
  reports      integer not null default 1,
  primary key (tenant_id, connector_id, kind, external_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
) strict, without rowid;

-- An order of a shop as it last reported it. What it holds of the stock is that of its lines.
create table shop_order (
  tenant_id     text not null,
  connector_id  text not null,
  order_id      text not null,
  -- The shop's own time of what it reported last, and of two reported with the same time which one counts.
  changed_at_ms integer not null,
  rank          integer not null,
  status        text not null,
  -- The refunds that this knows, and those that were reported by themselves: units given back, by line, by refund.
  refund_ids    text not null default '[]' check (json_valid(refund_ids)),
  refunds       text not null default '{}' check (json_valid(refunds)),
  reported_at_ms    integer not null,
  primary key (tenant_id, connector_id, order_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
) strict, without rowid;
create index shop_order_oldest on shop_order (reported_at_ms);
create index shop_order_newest on shop_order (tenant_id, connector_id, changed_at_ms, order_id);
create index shop_order_by_status on shop_order (tenant_id, connector_id, status, changed_at_ms, order_id);

create table shop_order_line (
  tenant_id    text not null,
  connector_id text not null,
  order_id     text not null,
  line_id      text not null,
  -- What the shop calls the product or its variant.
  external_ids text not null default '[]' check (json_valid(external_ids)),
  sku          text,
  quantity     integer not null,
  -- What the order holds by the news of it, and what of this has been taken from the stock here.
  held         integer not null,
  taken        integer not null default 0,
  -- Whose stock it takes; null: no product here is known by its codes.
  product_id   text,
  variant_id   text,
  -- What it waits by in the list of unknown ones; null: it does not.
  waits_by     text,
  reported_at_ms   integer not null,
  primary key (tenant_id, connector_id, order_id, line_id),
  foreign key (tenant_id, connector_id, order_id) references shop_order (tenant_id, connector_id, order_id) on delete cascade
) strict, without rowid;
create index shop_order_line_waiting on shop_order_line (tenant_id, connector_id, waits_by) where waits_by is not null;

-- What somebody has said that a code of a shop's orders means which no product here has.
create table shop_code (
  tenant_id    text not null,
  connector_id text not null,
  -- As lines wait by it: the SKU, or "id:" and what the shop calls the product.
  code         text not null,
  -- null: it is nothing of ours.
  product_id   text,
  variant_id   text,
  primary key (tenant_id, connector_id, code),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, variant_id) references product_variant (tenant_id, id) on delete cascade
) strict, without rowid;
create index shop_code_variant on shop_code (tenant_id, variant_id) where variant_id is not null;
create index shop_code_product on shop_code (tenant_id, product_id) where product_id is not null;

-- What shops have sold beyond the stock, which stops at 0: what is given back fills it first. It counts while the stock is 0.
create table oversold (
  tenant_id  text not null,
  product_id text not null,
  -- "" is the product itself.
  variant_id text not null,
  units      integer not null,
  primary key (tenant_id, product_id, variant_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;

-- The stock here that a shop follows: a level is sent when it is another one now. The shop's own orders move both.
create table shop_level (
  tenant_id    text not null,
  connector_id text not null,
  product_id   text not null,
  -- "" is the product itself.
  variant_id   text not null,
  level        integer not null,
  -- The shop's own time of the level that it reported last, with all orders before; null: it has reported none.
  reported_at_ms   integer,
  -- A change of its level is under way, or its answer was lost: by how much; null: none is.
  sent_by      integer,
  -- What the shop had just before; null: not known, or orders have moved it since.
  sent_from    integer,
  -- When the last change began; 0: the level was set whole. Null: none was sent, or the shop has reported its level since.
  sent_at_ms   integer,
  -- When its outcome was known; null: not yet.
  settled_at_ms integer,
  -- An order moved it there while it was sent: which of both came first is to be seen by what the shop has.
  is_crossed   integer not null default 0 check (is_crossed in (0, 1)),
  primary key (tenant_id, connector_id, product_id, variant_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade
) strict, without rowid;
create index shop_level_product on shop_level (tenant_id, product_id);

-- How far a connector has read the orders of its shop.
create table shop_order_feed (
  tenant_id    text not null,
  connector_id text not null,
  seen_ms      integer not null,
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
) strict, without rowid;

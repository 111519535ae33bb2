import type { Reader } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL } from "../table.ts";

const WAITING = selection("waiting", {
  /** What it is about, where there can be several; `null`: all of the kind. */
  id: TEXT_OR_NULL,
  name: TEXT_OR_NULL,
  count: NUMBER,
  oldestMs: computed("waiting.oldest_ms", NUMBER_OR_NULL),
});
/** What waits for somebody's decision. */
export type Waiting = SelectedBy<typeof WAITING>;

/** A maximum of what is counted. */
export const COUNTED_MAX = 10_000;
const SUBJECTS_MAX = 20;

/** All of a kind as one: `rows` has their times. */
const all = (rows: string) => `select null as id, null as name, count(*) as count, min(at_ms) as oldest_ms
  from (${rows} limit ${COUNTED_MAX})`;

const UNDELIVERABLE = `select delivery.due_at_ms from webhook_delivery delivery where delivery.tenant_id = :tenant
  and delivery.webhook_id = webhook.id and delivery.state = 'undeliverable'`;

/** What waits, by kind. `:sinceMs`: what is older is not looked at. */
const STATEMENTS = {
  import_mapping: `select id, file_name as name, 1 as count, created_at_ms as oldest_ms from import
    where tenant_id = :tenant and status = 'awaiting_mapping' and created_at_ms >= :sinceMs and archived_at_ms is null
    order by created_at_ms desc, id desc limit ${SUBJECTS_MAX}`,
  import_errors: `select id, file_name as name, failed_rows as count, completed_at_ms as oldest_ms from import
    where tenant_id = :tenant and status = 'completed_with_errors' and created_at_ms >= :sinceMs
      and archived_at_ms is null and failed_rows > 0
    order by created_at_ms desc, id desc limit ${SUBJECTS_MAX}`,
  pending_codes: all(`select first_seen_at_ms as at_ms from pending_ean
    where tenant_id = :tenant and status in ('pending', 'resolving')`),
  ai_proposals: all("select created_at_ms as at_ms from ai_proposal where tenant_id = :tenant and state = 'waiting'"),
  translations: all(`select variant.waits_since_ms as at_ms from content_variant variant
    cross join product on product.tenant_id = :tenant and product.id = variant.product_id
      and product.deleted_at_ms is null
    where variant.tenant_id = :tenant and variant.waits_since_ms is not null order by variant.waits_since_ms`),
  doubtful_prices: all(
    "select created_at_ms as at_ms from price_validation where tenant_id = :tenant and status = 'pending'",
  ),
  price_alerts: all(`select triggered_at_ms as at_ms from price_trigger
    where tenant_id = :tenant and triggered_at_ms >= :sinceMs and acknowledged_at_ms is null`),
  repricing_runs: all(
    "select started_at_ms as at_ms from repricing_run where tenant_id = :tenant and status = 'awaiting_approval'",
  ),
  unknown_skus: `select connector.id, connector.name, count(distinct line.waits_by) as count,
      min(line.reported_at_ms) as oldest_ms
    from connector cross join shop_order_line line on line.tenant_id = :tenant and line.connector_id = connector.id
      and line.waits_by is not null
    where connector.tenant_id = :tenant group by connector.id limit ${SUBJECTS_MAX}`,
  failed_deliveries: `select webhook.id, webhook.name,
      (select count(*) from (${UNDELIVERABLE} limit ${COUNTED_MAX})) as count,
      (select min(due_at_ms) from (${UNDELIVERABLE} limit ${COUNTED_MAX})) as oldest_ms
    from webhook where webhook.tenant_id = :tenant and exists (${UNDELIVERABLE}) limit ${SUBJECTS_MAX}`,
  shop_errors: `select id, name, 1 as count, ifnull(last_sync_at_ms, last_tested_at_ms) as oldest_ms from connector
    where tenant_id = :tenant and is_active = 1 and status = 'error' limit ${SUBJECTS_MAX}`,
} as const;

export type WaitingKind = keyof typeof STATEMENTS;

/** What of a kind waits. */
export const listWaiting = (db: Reader, kind: WaitingKind, sinceMs: number): Promise<Waiting[]> =>
  db.all(
    `select ${WAITING.selected} from (${STATEMENTS[kind]}) waiting where waiting.count > 0`,
    STATEMENTS[kind].includes(":sinceMs") ? { sinceMs } : {},
    WAITING.read,
  );

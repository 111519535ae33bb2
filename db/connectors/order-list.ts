import type { Reader } from "../ports.ts";
import type { Args } from "../rows.ts";
import { number } from "../rows.ts";
import { type ShopOrder, shopOrders } from "./shop-orders.ts";

/** Which orders of a connector; what is absent does not restrict. */
export interface OrderFilter {
  connectorId: string;
  orderId?: string | undefined;
  /** As the shop says it. */
  status?: string | undefined;
  /** Changed in the shop then or later. */
  sinceMs?: number | undefined;
  /** Only those with a line that waits for somebody to say what it is. */
  isWaiting?: boolean | undefined;
}

/** A maximum of what is counted. */
export const ORDERS_COUNTED_MAX = 10_000;

const WAITING = `shop_order.order_id in (select line.order_id from shop_order_line line
  where line.tenant_id = :tenant and line.connector_id = :connectorId and line.waits_by is not null)`;

/** What restricts the list, and what that binds. */
function testsOf({ connectorId, orderId, status, sinceMs, isWaiting }: OrderFilter): { sql: string; args: Args } {
  const tests: [isSet: boolean, sql: string, args: Args][] = [
    [orderId !== undefined, "shop_order.order_id = :orderId", { orderId: orderId ?? null }],
    [status !== undefined, "shop_order.status = :status", { status: status ?? null }],
    [sinceMs !== undefined, "shop_order.changed_at_ms >= :sinceMs", { sinceMs: sinceMs ?? null }],
    [isWaiting === true, WAITING, {}],
  ];
  const set = tests.filter(([isSet]) => isSet);
  return {
    sql: set.map(([, sql]) => `and ${sql}`).join(" "),
    args: Object.assign({ connectorId }, ...set.map(([, , args]) => args)),
  };
}

/** The orders of a connector, those that changed last first. */
export const listOrders = (
  db: Reader,
  filter: OrderFilter,
  {
    after,
    offset,
    limit,
  }: { after: readonly [changedAtMs: number, orderId: string] | undefined; offset: number; limit: number },
): Promise<ShopOrder[]> => {
  const { sql, args } = testsOf(filter);
  const place = after && { afterMs: after[0], afterId: after[1] };
  return db.all(
    `select ${shopOrders.selected} from shop_order
      where shop_order.tenant_id = :tenant and shop_order.connector_id = :connectorId ${sql}
        ${place ? "and (shop_order.changed_at_ms, shop_order.order_id) < (:afterMs, :afterId)" : ""}
      order by shop_order.changed_at_ms desc, shop_order.order_id desc limit :limit offset :offset`,
    { ...args, ...place, offset, limit },
    shopOrders.read,
  );
};

/** How many these are, up to the maximum. */
export const countOrders = (db: Reader, filter: OrderFilter): Promise<number> => {
  const { sql, args } = testsOf(filter);
  return db.one(
    `select count(*) as orders from (select 1 from shop_order
      where shop_order.tenant_id = :tenant and shop_order.connector_id = :connectorId ${sql} limit ${ORDERS_COUNTED_MAX})`,
    args,
    (row) => number(row, "orders"),
  );
};

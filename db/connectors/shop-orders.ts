import { initially, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { membersOf, packedRows } from "../selection.ts";
import { jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const ORDER = {
  connectorId: TEXT,
  orderId: TEXT,
  changedAtMs: NUMBER,
  rank: NUMBER,
  status: TEXT,
  refundIds: jsonColumn<string[]>(),
  refunds: jsonColumn<Record<string, Record<string, number>>>(),
  reportedAtMs: NUMBER,
};
/** The orders of all connectors. */
export const shopOrders = keyedTable("shop_order", ORDER, ["connectorId", "orderId"]);
/** An order as a shop last reported it. */
export type ShopOrder = ValuesOf<typeof ORDER>;

const LINE = {
  connectorId: TEXT,
  orderId: TEXT,
  lineId: TEXT,
  externalIds: jsonColumn<string[]>(),
  sku: TEXT_OR_NULL,
  quantity: NUMBER,
  held: NUMBER,
  taken: initially(NUMBER, 0),
  productId: initially(TEXT_OR_NULL, null),
  variantId: initially(TEXT_OR_NULL, null),
  waitsBy: initially(TEXT_OR_NULL, null),
  reportedAtMs: NUMBER,
};
/** The lines of all orders. */
export const orderLines = keyedTable("shop_order_line", LINE, ["connectorId", "orderId", "lineId"]);
/** A line of an order: what it holds, and what has been taken from the stock for it. */
export type ShopOrderLine = ValuesOf<typeof LINE>;

/** Lines that lower the stock of these products here, of a shop's orders that are in one of these states. */
export const listOpenLines = (
  db: Reader,
  connectorId: string,
  { productIds, states }: { productIds: readonly string[]; states: readonly string[] },
): Promise<ShopOrderLine[]> =>
  db.all(
    `select ${orderLines.as("line")} from json_each(:states) state
      cross join shop_order on shop_order.tenant_id = :tenant and shop_order.connector_id = :connectorId
        and shop_order.status = state.value
      cross join shop_order_line line on line.tenant_id = :tenant and line.connector_id = :connectorId
        and line.order_id = shop_order.order_id
      where line.taken > 0 and line.product_id in (select value from json_each(:productIds))`,
    { connectorId, states: JSON.stringify(states), productIds: JSON.stringify(productIds) },
    orderLines.read,
  );

/** Whether a shop has ever reported an order. */
export const hasOrders = async (db: Reader, connectorId: string): Promise<boolean> =>
  (await shopOrders.list(db, { where: { connectorId }, limit: 1 })).length > 0;

const FEED = { connectorId: TEXT, seenMs: NUMBER };
export const orderFeeds = keyedTable("shop_order_feed", FEED, ["connectorId"]);

/** Up to when the orders of a shop were read; `null`: they never were. */
export const findOrdersSeen = async (db: Reader, connectorId: string): Promise<number | null> =>
  (await orderFeeds.find(db, { connectorId }))?.seenMs ?? null;

const OVERSOLD = { productId: TEXT, variantId: TEXT, units: NUMBER };
export const oversold = keyedTable("oversold", OVERSOLD, ["productId", "variantId"]);

const LEVEL = {
  connectorId: TEXT,
  productId: TEXT,
  /** "" is the product itself. */
  variantId: TEXT,
  level: NUMBER,
  reportedAtMs: initially(NUMBER_OR_NULL, null),
  /** A change of its level is under way, or its answer was lost: by how much. */
  sentBy: initially(NUMBER_OR_NULL, null),
  /** What the shop had just before. */
  sentFrom: initially(NUMBER_OR_NULL, null),
};
export const shopLevels = keyedTable("shop_level", LEVEL, ["connectorId", "productId", "variantId"]);
/** The stock here that a shop follows. */
export type ShopLevel = ValuesOf<typeof LEVEL>;
export type NewLevel = Pick<ShopLevel, "productId" | "variantId" | "level"> & { reportedAtMs?: number | null };

const { connectorId: _, sentBy: _by, sentFrom: _from, ...OWN_LEVEL } = LEVEL;
const given = packedRows(membersOf(OWN_LEVEL));

/** Notes levels; the time that a shop reported its own stays where none is given. Deleted products are left out. */
export const putShopLevels = (tx: Tx, connectorId: string, rows: readonly NewLevel[]) =>
  tx.run(
    `insert into shop_level (tenant_id, connector_id, ${given.names})
      select :tenant, :connectorId, ${given.values("given")}
        from json_each(:rows) given
        cross join product on product.tenant_id = :tenant and product.id = given.value ->> 0
        where true
      on conflict do update set level = excluded.level, reported_at_ms = ifnull(excluded.reported_at_ms, reported_at_ms),
        sent_by = null, sent_from = null`,
    { connectorId, rows: given.json(rows) },
  );

/** Which level: of a product, or of a variant of it. */
export type LevelKey = Pick<ShopLevel, "productId" | "variantId">;

const AMONG = `shop_level.tenant_id = :tenant and shop_level.connector_id = :connectorId
        and shop_level.product_id = moved.value ->> 0 and shop_level.variant_id = moved.value ->> 1`;

/**
 * Moves levels with the stock here, where one is known: the shop's own orders have moved both. Whether what the shop had before a
 * change that is under way was before the order is not known.
 */
export const moveShopLevels = (tx: Tx, connectorId: string, rows: readonly (LevelKey & { by: number })[]) =>
  tx.run(
    `update shop_level set level = level + moved.value ->> 2, sent_from = null from json_each(:rows) moved where ${AMONG}`,
    { connectorId, rows: JSON.stringify(rows.map(({ productId, variantId, by }) => [productId, variantId, by])) },
  );

/** A change of a level that is about to be sent. */
export interface LevelMove extends LevelKey {
  /** By how much an earlier one has moved it, which has arrived. */
  arrived: number;
  by: number;
  from: number | null;
}

/** Notes changes of levels that are about to be sent: until their outcome is noted they are in doubt. */
export const beginMoves = (tx: Tx, connectorId: string, moves: readonly LevelMove[]) =>
  tx.run(
    `update shop_level set level = level + moved.value ->> 2, sent_by = moved.value ->> 3, sent_from = moved.value ->> 4
      from json_each(:rows) moved where ${AMONG}`,
    {
      connectorId,
      rows: JSON.stringify(
        moves.map(({ productId, variantId, arrived, by, from }) => [productId, variantId, arrived, by, from]),
      ),
    },
  );

/** Notes changes of levels as arrived: what orders have moved meanwhile stays moved; else as not made. */
export const endMoves = (tx: Tx, connectorId: string, keys: readonly LevelKey[], hasArrived: boolean) =>
  tx.run(
    `update shop_level set level = level + iif(:hasArrived, ifnull(sent_by, 0), 0), sent_by = null, sent_from = null
      from json_each(:rows) moved where ${AMONG}`,
    {
      connectorId,
      hasArrived: Number(hasArrived),
      rows: JSON.stringify(keys.map(({ productId, variantId }) => [productId, variantId])),
    },
  );

import { initially, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { membersOf, packedRows } from "../selection.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

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
  /** When the last change began; 0: the level was set whole, so that all orders before count. */
  sentAtMs: initially(NUMBER_OR_NULL, null),
  /** When its outcome was known. */
  settledAtMs: initially(NUMBER_OR_NULL, null),
  /** An order moved it there while it was sent: which of both came first is not known. */
  isCrossed: initially(FLAG, false),
};
export const shopLevels = keyedTable("shop_level", LEVEL, ["connectorId", "productId", "variantId"]);
/** The stock here that a shop follows. */
export type ShopLevel = ValuesOf<typeof LEVEL>;
export type NewLevel = Pick<ShopLevel, "productId" | "variantId" | "level"> & { reportedAtMs?: number | null };

const { productId: _product, variantId: _variant, level: _level, reportedAtMs: _reported } = LEVEL;
const GIVEN = { productId: _product, variantId: _variant, level: _level, reportedAtMs: _reported };
const given = packedRows(membersOf(GIVEN));

/** Notes levels with what becomes of one that is known; the time that a shop reported its own stays where none is given. */
const putLevels = (
  tx: Tx,
  connectorId: string,
  rows: readonly NewLevel[],
  { sentAtMs, settledAtMs, isCrossed }: Sent,
) =>
  tx.run(
    `insert into shop_level (tenant_id, connector_id, sent_at_ms, settled_at_ms, ${given.names})
      select :tenant, :connectorId, :sentAtMs, :settledAtMs, ${given.values("given")}
        from json_each(:rows) given
        cross join product on product.tenant_id = :tenant and product.id = given.value ->> 0
        where true
      on conflict do update set ${shopLevels.excluded("level", "sentAtMs", "settledAtMs")},
        reported_at_ms = ifnull(excluded.reported_at_ms, reported_at_ms), sent_by = null, sent_from = null, is_crossed = ${isCrossed}`,
    { connectorId, rows: given.json(rows), sentAtMs, settledAtMs },
  );
interface Sent {
  sentAtMs: number | null;
  settledAtMs: number | null;
  /** Whether it is crossed by an order then. */
  isCrossed: "0" | "is_crossed";
}

/** Notes levels that a shop has reported. Deleted products are left out. */
export const putShopLevels = (tx: Tx, connectorId: string, rows: readonly NewLevel[]) =>
  putLevels(tx, connectorId, rows, { sentAtMs: null, settledAtMs: null, isCrossed: "0" });

/** Notes levels that a shop has got whole. Deleted products are left out. */
export const putWholeLevels = (tx: Tx, connectorId: string, rows: readonly NewLevel[], nowMs: number) =>
  putLevels(tx, connectorId, rows, { sentAtMs: 0, settledAtMs: nowMs, isCrossed: "is_crossed" });

/** Which level: of a product, or of a variant of it. */
export type LevelKey = Pick<ShopLevel, "productId" | "variantId">;

const AMONG = `shop_level.tenant_id = :tenant and shop_level.connector_id = :connectorId
        and shop_level.product_id = moved.value ->> 0 and shop_level.variant_id = moved.value ->> 1`;

/** Clocks of shops differ from ours by less than this; one that differs by more can hide that an order came while a level was sent. */
const CLOCKS_MS = 60_000;

/** What orders have moved there, and between which times of the shop. */
export interface OrderedLevel extends LevelKey {
  by: number;
  fromMs: number;
  toMs: number;
}

/**
 * Moves levels with the stock here, where one is known: the shop's own orders have moved both. Whether what the shop had before a
 * change that is under way was before the order is not known, nor which came first where it came while a level was sent.
 */
export const moveShopLevels = (tx: Tx, connectorId: string, rows: readonly OrderedLevel[]) =>
  tx.run(
    `update shop_level set level = level + moved.value ->> 2, sent_from = null,
        is_crossed = is_crossed or (sent_at_ms is not null and (moved.value ->> 4) + :clocksMs >= sent_at_ms
          and (settled_at_ms is null or (moved.value ->> 3) - :clocksMs <= settled_at_ms))
      from json_each(:rows) moved where ${AMONG}`,
    {
      connectorId,
      clocksMs: CLOCKS_MS,
      rows: JSON.stringify(
        rows.map(({ productId, variantId, by, fromMs, toMs }) => [productId, variantId, by, fromMs, toMs]),
      ),
    },
  );

/** A change of a level that is about to be sent. */
export interface LevelMove extends LevelKey {
  /** By how much an earlier one has moved it, which has arrived. */
  arrived: number;
  by: number;
  from: number | null;
  /** What the shop was known to follow when the change was reckoned; an order that came in since crosses it. */
  followed: number | null;
  /** The level is set to ours, regardless of which orders the shop had counted. */
  isWhole: boolean;
}

/** Notes changes of levels that are about to be sent: until their outcome is noted they are in doubt. */
export const beginMoves = (tx: Tx, connectorId: string, moves: readonly LevelMove[], nowMs: number) =>
  tx.run(
    `update shop_level set level = level + moved.value ->> 2, sent_by = moved.value ->> 3, sent_from = moved.value ->> 4,
        sent_at_ms = iif(moved.value ->> 6, 0, :nowMs), settled_at_ms = null,
        is_crossed = moved.value ->> 5 is not null and level <> moved.value ->> 5
      from json_each(:rows) moved where ${AMONG}`,
    {
      connectorId,
      nowMs,
      rows: JSON.stringify(
        moves.map(({ productId, variantId, arrived, by, from, followed, isWhole }) => [
          ...[productId, variantId, arrived, by, from],
          ...[followed, Number(isWhole)],
        ]),
      ),
    },
  );

/** Notes changes of levels as arrived: what orders have moved meanwhile stays moved; else as not made. */
export const endMoves = (
  tx: Tx,
  connectorId: string,
  keys: readonly LevelKey[],
  { hasArrived, nowMs }: { hasArrived: boolean; nowMs: number },
) =>
  tx.run(
    `update shop_level set level = level + iif(:hasArrived, ifnull(sent_by, 0), 0), sent_by = null, sent_from = null,
        settled_at_ms = :nowMs
      from json_each(:rows) moved where ${AMONG}`,
    {
      connectorId,
      hasArrived: Number(hasArrived),
      nowMs,
      rows: JSON.stringify(keys.map(({ productId, variantId }) => [productId, variantId])),
    },
  );

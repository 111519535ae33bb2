import { type Connector, findConnector } from "../../../db/connectors/connectors.ts";
import {
  orderLines,
  type ShopOrder,
  type ShopOrderLine,
  shopLevels,
  shopOrders,
} from "../../../db/connectors/shop-orders.ts";
import { deleteOldOf } from "../../../db/maintenance/old-rows.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { stockOwnerOf } from "../engine/shop/stock-owner.ts";
import { moveStock, type Taken } from "./move-stock.ts";
import {
  heldAfter,
  inWholeUnits,
  isRefund,
  joined,
  joinedSpan,
  type KnownOrder,
  type News,
  orderIdOf,
  type Span,
  spanOf,
} from "./order-news.ts";
import { findMeant } from "./ordered-products.ts";
import { byHolder, type NewsOf } from "./orders-elsewhere.ts";

const DAY_MS = 86_400_000;
/** An order of which nothing was reported for this time has ended; what is reported of it then is not known to be new. */
const ORDERS_KEPT_MS = 400 * DAY_MS;
/** The number of old orders deleted with each news: more than come. */
const DELETED_MAX = 10;

/** What news of orders has done. */
export interface TakenOrders {
  /** How many orders it was news of. */
  news: number;
  /** How many stocks were moved. */
  moved: number;
  /** The lines that newly wait for somebody to say what they are. */
  waiting: ShopOrderLine[];
  /** News of orders that another connector has, which counts them. */
  elsewhere: NewsOf[];
}

interface Reported {
  connector: Connector;
  news: readonly News[];
  /** They were asked for: orders from before the connector are in the stock already. */
  isPull?: boolean;
}

/** A line with whether it was known before, from when on its order took from the stock, and whether the shop may have miscounted. */
interface Line extends ShopOrderLine {
  isNew: boolean;
  takenAtMs: number | null;
  isMiscounted: boolean;
}

interface Known {
  orders: Map<string, KnownOrder>;
  /** By order, by line. */
  lines: Map<string, Map<string, Line>>;
  /** The orders that have changed, and when. */
  changed: Map<string, Span>;
}

async function readKnown(tx: Tx, connectorId: string, ids: readonly string[]): Promise<Known> {
  const orders = new Map(
    (await shopOrders.list(tx, { where: { connectorId, orderId: ids } })).map((each) => [each.orderId, each]),
  );
  const lines = new Map<string, Map<string, Line>>(ids.map((id) => [id, new Map()]));
  for (const line of await orderLines.list(tx, { where: { connectorId, orderId: ids } })) {
    lines.get(line.orderId)?.set(line.lineId, { ...line, isNew: false, takenAtMs: null, isMiscounted: false });
  }
  return { orders, lines, changed: new Map() };
}

/** Notes what one order is now. */
function note(known: Known, connectorId: string, news: News, nowMs: number): void {
  const orderId = orderIdOf(news);
  const before = known.orders.get(orderId);
  const next = joined(before, news);
  if (!next) return;
  const span = spanOf(before, news, nowMs);
  known.orders.set(orderId, next);
  known.changed.set(orderId, joinedSpan(known.changed.get(orderId) ?? span, span));
  if (isRefund(news)) return;
  const lines = known.lines.get(orderId) ?? new Map<string, Line>();
  for (const line of lines.values()) line.held = 0;
  for (const { id: lineId, externalIds, sku, quantity, held, isMiscounted: isOdd = false } of news.lines) {
    const stored = lines.get(lineId);
    const isMiscounted = stored?.isMiscounted === true || (isOdd && before?.status !== news.status);
    const reported = { externalIds: [...externalIds], sku, quantity, held, reportedAtMs: nowMs, isMiscounted };
    if (stored) Object.assign(stored, reported);
    else {
      const whose = { productId: null, variantId: null, waitsBy: null };
      const fresh = { isNew: true, takenAtMs: news.takenAtMs, taken: 0, ...whose };
      lines.set(lineId, { connectorId, orderId, lineId, ...reported, ...fresh });
    }
  }
  known.lines.set(orderId, lines);
}

/** Finds whose stock lines take that are not known yet. Returns those that newly wait. */
async function findTheirs(tx: Tx, connectorId: string, lines: readonly Line[]): Promise<Line[]> {
  const unknown = lines.filter(({ productId }) => productId === null);
  const meant = await findMeant(tx, connectorId, unknown);
  return unknown.filter((line, index) => {
    const found = meant[index] ?? { waitsBy: null };
    const waited = line.waitsBy !== null;
    line.waitsBy = "waitsBy" in found ? found.waitsBy : null;
    if ("productId" in found) Object.assign(line, found);
    return line.waitsBy !== null && !waited;
  });
}

/** Whether what a new line holds is in the stock here already: by a level that the shop has reported since, or from the beginning. */
async function settledIn(tx: Tx, { connector, isPull }: Reported, lines: readonly Line[]) {
  const { id: connectorId, createdAtMs } = connector;
  const productIds = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  const reported = new Map(
    (await shopLevels.list(tx, { where: { connectorId, productId: productIds } })).map((each) => [
      `${each.productId} ${each.variantId}`,
      each.reportedAtMs ?? -1,
    ]),
  );
  return ({ isNew, takenAtMs, productId, variantId }: Line): boolean => {
    if (!isNew || takenAtMs === null) return false;
    if (isPull && takenAtMs < createdAtMs) return true;
    return takenAtMs <= (reported.get(`${productId} ${variantId ?? ""}`) ?? -1);
  };
}

/** What a line takes now. One that is new and takes nothing may have taken something between. */
function takenBy({ productId, variantId, isNew, isMiscounted }: Line, units: number, span: Span): Taken[] {
  if (productId === null || (units === 0 && !isNew && !isMiscounted)) return [];
  return [{ productId, variantId, units, ...span, ...(isMiscounted && { fromMs: 0 }) }];
}

/**
 * Takes in what a shop reports of orders: each is a state, and its lines hold what they hold by its newest news. So it ends at
 * the same stock in any order of the deliveries and however often one comes.
 */
export async function takeOrders(
  tx: Tx,
  { connectorId, news, isPull = false }: { connectorId: string } & Pick<Reported, "news" | "isPull">,
  context: MutationContext,
): Promise<TakenOrders> {
  const nowMs = context.now();
  await deleteOldOf(tx, "shop_order", { beforeMs: nowMs - ORDERS_KEPT_MS, limit: DELETED_MAX });
  const connector = await findConnector(tx, connectorId);
  const isForgotten = (each: News) => !isRefund(each) && (each.changedAtMs ?? nowMs) < nowMs - ORDERS_KEPT_MS;
  const fresh = news.filter((each) => !isForgotten(each)).map(inWholeUnits);
  const taken: TakenOrders = { news: 0, moved: 0, waiting: [], elsewhere: [] };
  if (!connector || fresh.length === 0) return taken;
  for (const each of await byHolder(tx, connector, fresh)) {
    const own = await takeOwn(tx, { ...each, isPull }, context);
    taken.news += own.news;
    taken.moved += own.moved;
    // Those of another connector wait there.
    if (each.connector.id === connectorId) taken.waiting.push(...own.waiting);
    else taken.elsewhere.push(each);
  }
  return taken;
}

/** Takes in news of orders that a connector has, or is to have. */
async function takeOwn(tx: Tx, reported: Reported, context: MutationContext): Promise<Omit<TakenOrders, "elsewhere">> {
  const { connector, news: fresh } = reported;
  const { id: connectorId } = connector;
  const nowMs = context.now();
  const known = await readKnown(tx, connectorId, [...new Set(fresh.map(orderIdOf))]);
  for (const each of fresh) note(known, connectorId, each, nowMs);
  const lines = [...known.lines.values()].flatMap((some) => [...some.values()]);
  const isOfShop = stockOwnerOf(connector) === "shop";
  const wasWaiting = lines.filter(({ waitsBy }) => waitsBy !== null).length;
  const waiting = isOfShop ? [] : await findTheirs(tx, connectorId, lines);
  const isSettled = await settledIn(tx, reported, lines);
  const taken = lines.flatMap((line) => {
    const order = known.orders.get(line.orderId);
    const held = order ? heldAfter(order, line.lineId, line.held) : line.held;
    if (line.productId === null && !isOfShop) return [];
    const units = isOfShop || isSettled(line) ? 0 : held - line.taken;
    line.taken = held;
    return takenBy(line, units, known.changed.get(line.orderId) ?? { fromMs: 0, toMs: nowMs });
  });
  const moved = await moveStock(tx, { connectorId, taken }, context);
  const isResolved = lines.filter(({ waitsBy }) => waitsBy !== null).length < wasWaiting;
  if (known.changed.size > 0) await shopOrders.saveAll(tx, ordersOf(known, connectorId, nowMs));
  if (known.changed.size > 0 || isResolved) await orderLines.saveAll(tx, lines.map(rowOf));
  return { news: known.changed.size, moved, waiting };
}

const ordersOf = ({ orders, changed }: Known, connectorId: string, reportedAtMs: number): ShopOrder[] =>
  [...changed.keys()].flatMap((id) => {
    const order = orders.get(id);
    if (!order) return [];
    const refunds = Object.fromEntries(Object.entries(order.refunds).map(([key, units]) => [key, { ...units }]));
    return [{ ...order, connectorId, reportedAtMs, refundIds: [...order.refundIds], refunds }];
  });

const rowOf = ({ isNew: _new, takenAtMs: _at, isMiscounted: _odd, ...line }: Line): ShopOrderLine => line;

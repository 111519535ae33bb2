import type { Reservations } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { portionsOf } from "../../engine/requests/portions.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { warnsUnread } from "../read-right.ts";
import { type Criterion, call, criteria } from "./magento-requests.ts";
import { hasSources } from "./magento-stock.ts";

// Source: https://github.com/magento/inventory (InventorySales, InventoryShipping) and its description of `GET /V1/orders`.
// With sources (MSI) an order reserves its goods: what can be sold falls at once, the quantity of the source when they are
// shipped, and the reservation ends then. A cancelled order ends it, too. A refund takes what was not shipped from the source, as if
// it had been, and puts nothing back unless the owner says so, which no answer says (seen at Magento 2.4.7-p3). So:
//   held = ordered - cancelled: what the stock here lacks
//   reserved = held - shipped - refunded before it was shipped: what the source still has
// and the source is to have our stock and what is reserved. A level is changed by the difference, which is the same of both: orders
// and shipments send nothing. One that replaces the shop's own adds what is reserved, by what has been shipped at this moment.
// Without sources the quantity falls with the order itself, and nothing is reserved.
const PAGE = 100;
/** The states in which goods may not have been shipped. */
const OPEN = ["new", "pending_payment", "payment_review", "holded", "processing"];
const QUANTITIES = ["ordered", "invoiced", "shipped", "refunded", "canceled"] as const;
const ITEM = ["item_id", "parent_item_id", "sku", "is_virtual", ...QUANTITIES.map((name) => `qty_${name}`)];
const FIELDS = `fields=items[entity_id,state,created_at,updated_at,items[${ITEM.join(",")}]],total_count`;
const NO_ORDERS =
  "The integration may not read orders: sales of the shop cannot be read here. Tick Sales, Operations, Orders for it.";

type Quantities = Record<(typeof QUANTITIES)[number], number>;

const quantitiesOf = (item: unknown) =>
  Object.fromEntries(
    QUANTITIES.map((name) => [name, Math.max(0, numberOf(member(item, `qty_${name}`)) ?? 0)]),
  ) as Quantities; // each of them is there

/** What became of a part of a product: Magento notes it there, or at the whole alone. */
function withWhole(own: Quantities, whole: Quantities | undefined): Quantities {
  if (!whole || whole.ordered === 0) return own;
  const shareOf = (name: keyof Quantities) => Math.max(own[name], (whole[name] * own.ordered) / whole.ordered);
  return {
    ordered: own.ordered,
    invoiced: shareOf("invoiced"),
    shipped: shareOf("shipped"),
    refunded: shareOf("refunded"),
    canceled: shareOf("canceled"),
  };
}

/** What a line holds, and how much of it has left: shipped, or refunded before; virtual goods leave with their invoice. */
function shareOf({ ordered, invoiced, shipped, refunded, canceled }: Quantities, isVirtual: boolean) {
  const held = Math.max(0, ordered - canceled);
  const sent = Math.min(held, isVirtual ? invoiced : shipped);
  return { held: Math.ceil(held), gone: Math.floor(sent + Math.min(refunded, held - sent)) };
}

interface MagentoLine extends ReportedLine {
  gone: number;
}

/** The goods of an order: products of several are in it by their parts. */
function linesOf(order: unknown): { lines: MagentoLine[]; rank: number } {
  const items = listOf(member(order, "items"));
  const byId = new Map(items.map((item) => [textOf(member(item, "item_id")), quantitiesOf(item)]));
  const parents = new Set(items.map((item) => textOf(member(item, "parent_item_id"))));
  const lines = items.flatMap((item, index): MagentoLine[] => {
    const id = textOf(member(item, "item_id"));
    if (id !== undefined && parents.has(id)) return [];
    const quantities = withWhole(quantitiesOf(item), byId.get(textOf(member(item, "parent_item_id")) ?? ""));
    const sku = textOf(member(item, "sku"));
    return [
      {
        id: id ?? String(index),
        externalIds: sku === undefined ? [] : [sku],
        sku: sku ?? null,
        quantity: Math.ceil(quantities.ordered),
        ...shareOf(quantities, numberOf(member(item, "is_virtual")) === 1),
      },
    ];
  });
  // Of two states within a second the later one has more behind it.
  const sums = [...byId.values()].map(({ ordered: _, ...done }) => Object.values(done));
  return { lines, rank: Math.ceil(sums.flat().reduce((sum, each) => sum + each, 0)) };
}

type MagentoOrder = Omit<OrderNews, "lines"> & { lines: readonly MagentoLine[] };

function magentoOrder(order: unknown): MagentoOrder[] {
  const id = textOf(member(order, "entity_id"));
  if (id === undefined) return [];
  const takenAtMs = timeOf(member(order, "created_at"));
  return [
    {
      ...{ id, takenAtMs, refundIds: [] },
      status: textOf(member(order, "state")) ?? "new",
      changedAtMs: timeOf(member(order, "updated_at")) ?? takenAtMs,
      ...linesOf(order),
    },
  ];
}

async function ordersOf(api: Api, wanted: readonly Criterion[], page = 1) {
  const found = await call(api, `orders?${criteria(wanted, { page, size: PAGE, by: "entity_id" })}&${FIELDS}`);
  const isMore = page * PAGE < (numberOf(member(found, "total_count")) ?? 0);
  return { orders: listOf(member(found, "items")).flatMap(magentoOrder), isMore };
}

/** Magento takes times as it keeps them: in UTC, without saying so. */
export const magentoTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** A page of the orders that have changed since. */
export async function orders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const page = Number(cursor ?? 1);
  const { orders: found, isMore } = await ordersOf(api, [["updated_at", "gteq", magentoTime(sinceMs)]], page);
  const news = found.map((order) => ({ ...order, lines: order.lines.map(({ gone: _, ...line }) => line) }));
  return { orders: news, next: isMore ? String(page + 1) : null };
}

/** What orders here still have in the shop's source. */
export const reservations: Reservations = {
  open: OPEN,
  gone: async (api, orderIds) => {
    const gone = new Map<string, number>();
    if (!(await hasSources(api))) return gone;
    for (const ids of portionsOf(orderIds, PAGE)) {
      const { orders: found } = await ordersOf(api, [["entity_id", "in", ids.join(",")]]);
      for (const { id, lines } of found) for (const line of lines) gone.set(`${id} ${line.id}`, line.gone);
    }
    return gone;
  },
};

/** A page of the orders whose goods may not have left; none where the integration may not read orders. */
const openOrders = (api: Api, page: number) =>
  ordersOf(api, [["state", "in", OPEN.join(",")]], page).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
    return { orders: [], isMore: false };
  });

/** How many units of each SKU are ordered and have not left yet. */
export const reservedUnits = (api: Api): Promise<Map<string, number>> =>
  api.once("magento reserved", async () => {
    const reserved = new Map<string, number>();
    for (let page = 1, isMore = true; isMore; page++) {
      const found = await openOrders(api, page);
      isMore = found.isMore;
      for (const { sku, held, gone } of found.orders.flatMap(({ lines }) => lines)) {
        reserved.set(sku ?? "", (reserved.get(sku ?? "") ?? 0) + held - gone);
      }
    }
    return reserved;
  });

/** What a test warns of where the integration may not read orders. */
export const orderWarnings = (api: Api): Promise<string[]> =>
  warnsUnread(() => call(api, `orders?${criteria([], { size: 1 })}&fields=total_count`), NO_ORDERS);

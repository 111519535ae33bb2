import type { Adapter } from "../../engine/adapter.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, ReportedLine } from "../../orders/order-news.ts";
import { shopMs, shopTime, zoneOf } from "./presta-clock.ts";
import { call } from "./presta-requests.ts";

// Source: https://devdocs.prestashop-project.org/9/webservice/resources/orders/ . An order takes from the stock when it is made;
// the shop puts it back when it becomes cancelled or failed (its own states 6 and 8), and what is returned into the stock: a
// refund before the goods have left always, one after that when it is ticked.
const PAGE = 100;
const GIVEN_BACK = new Set(["6", "8"]);

function orderOf(order: unknown, zone: string | undefined): OrderNews {
  const state = textOf(member(order, "current_state")) ?? "0";
  const isBack = GIVEN_BACK.has(state);
  return {
    id: String(member(order, "id")),
    status: state,
    changedAtMs: shopMs(member(order, "date_upd"), zone),
    takenAtMs: shopMs(member(order, "date_add"), zone),
    rank: isBack ? 1 : 0,
    refundIds: [],
    lines: listOf(member(order, "associations", "order_rows")).map((row): ReportedLine => {
      const quantity = Math.max(0, numberOf(member(row, "product_quantity")) ?? 0);
      return {
        id: String(member(row, "id")),
        externalIds: [textOf(member(row, "product_id"))].flatMap((id) => (id === undefined || id === "0" ? [] : [id])),
        sku: textOf(member(row, "product_reference")) ?? null,
        quantity,
        held: isBack ? 0 : quantity,
      };
    }),
  };
}

/** What was put back into the stock of each line, by its id. */
async function reinjected(api: Api, orders: readonly OrderNews[]): Promise<Map<string, number>> {
  if (orders.length === 0) return new Map();
  const which = encodeURIComponent(orders.map(({ id }) => id).join("|"));
  const path = `order_details?filter[id_order]=[${which}]&display=[id,product_quantity_reinjected]`;
  const found = await call(api, path);
  return new Map(
    listOf(member(found, "order_details")).map((each) => [
      String(member(each, "id")),
      numberOf(member(each, "product_quantity_reinjected")) ?? 0,
    ]),
  );
}

/**
 * The lines without what was put back of them. Seen at a real shop: when an order is cancelled, it puts back all of a line, also what it
 * had put back before.
 */
async function withoutReturned(api: Api, orders: readonly OrderNews[]): Promise<OrderNews[]> {
  const back = await reinjected(api, orders);
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line): ReportedLine => {
      const returned = back.get(line.id) ?? 0;
      return { ...line, held: Math.max(0, line.held - returned), ...(returned > 0 && { isMiscounted: true }) };
    }),
  }));
}

const ordersBy = async (api: Api, which: string, zone: string | undefined) =>
  listOf(member(await call(api, `orders?display=full&sort=[id_ASC]&${which}`), "orders")).map((each) =>
    orderOf(each, zone),
  );

/**
 * The orders that have credit slips since: a refund leaves the time of its order as it is, although it puts goods back. None
 * where the key may not read them.
 */
async function refunded(api: Api, since: string, zone: string | undefined, offset: number) {
  const path = `order_slip?display=[id,id_order]&sort=[id_ASC]&limit=${offset},${PAGE}${since}`;
  const slips = listOf(member(await call(api, path, {}, () => true), "order_slips"));
  const ids = [...new Set(slips.flatMap((each) => textOf(member(each, "id_order")) ?? []))];
  const isMore = slips.length === PAGE;
  if (ids.length === 0) return { orders: [], isMore };
  return { orders: await ordersBy(api, `filter[id]=${encodeURIComponent(`[${ids.join("|")}]`)}`, zone), isMore };
}

/** The cursor of a page of orders that were refunded, after those that have changed. */
const REFUNDS = "refunds ";

/** A page of the orders that have changed since, then of those that were refunded since. */
export const prestashopOrders: NonNullable<Adapter["orders"]> = async (api, { sinceMs, cursor }) => {
  const zone = await zoneOf(api);
  const since = `&date=1&filter[date_upd]=${encodeURIComponent(`>[${shopTime(sinceMs, zone)}]`)}`;
  if (cursor?.startsWith(REFUNDS)) {
    const offset = Number(cursor.slice(REFUNDS.length));
    const { orders, isMore } = await refunded(api, since, zone, offset);
    return { orders: await withoutReturned(api, orders), next: isMore ? `${REFUNDS}${offset + PAGE}` : null };
  }
  const offset = Number(cursor ?? 0);
  const orders = await ordersBy(api, `limit=${offset},${PAGE}${since}`, zone);
  const next = orders.length === PAGE ? String(offset + PAGE) : `${REFUNDS}0`;
  return { orders: await withoutReturned(api, orders), next };
};

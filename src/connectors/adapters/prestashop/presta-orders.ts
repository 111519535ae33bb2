import type { Adapter } from "../../engine/adapter.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { OrderNews, ReportedLine } from "../../orders/order-news.ts";
import { shopMs, shopTime, zoneOf } from "./presta-clock.ts";
import { call } from "./presta-requests.ts";

// Source: https://devdocs.prestashop-project.org/9/webservice/resources/orders/ . An order takes from the stock when it is made;
// the shop puts it back when it becomes cancelled or failed (its own states 6 and 8), and what is returned into the stock.
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
async function reinjected(api: Parameters<typeof call>[0], orders: readonly OrderNews[]): Promise<Map<string, number>> {
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

/** A page of the orders that have changed since. */
export const prestashopOrders: NonNullable<Adapter["orders"]> = async (api, { sinceMs, cursor }) => {
  const offset = Number(cursor ?? 0);
  const zone = await zoneOf(api);
  const since = `&date=1&filter[date_upd]=${encodeURIComponent(`>[${shopTime(sinceMs, zone)}]`)}`;
  const found = await call(api, `orders?display=full&sort=[id_ASC]&limit=${offset},${PAGE}${since}`);
  const orders = listOf(member(found, "orders")).map((each) => orderOf(each, zone));
  const back = await reinjected(api, orders);
  return {
    orders: orders.map((order) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, held: Math.max(0, line.held - (back.get(line.id) ?? 0)) })),
    })),
    next: orders.length === PAGE ? String(offset + PAGE) : null,
  };
};

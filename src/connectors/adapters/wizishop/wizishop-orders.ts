import { listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { shopMs } from "../prestashop/presta-clock.ts";

// Source: WiziShop's own clients, https://github.com/WiziShop/wizishop-php-sdk (states, start_date) and
// https://github.com/WiziShop/api-v3-js-sdk (`dtos/order`). An order does not say when it has changed, and is found by the day on
// which it was made alone: those of the last weeks are read each time. Cancelled ones come back; of returned and refunded ones
// nothing says whether the goods do.
const PAGE = 100;
export const NO_ORDERS =
  "The key may not read orders: sales of the shop cannot be read here. Give its account orders and statistics.";
const DAYS_READ = 60;
const DAY_MS = 86_400_000;
/** Where a shop's clock is. */
const ZONE = "Europe/Paris";
/** From payments that are to be verified on; before stand abandoned carts and orders that wait for their payment. */
const [TAKES_FROM, CANCELLED] = [10, 50];

const timeText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

const HAS_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;
/** A time as an order has it: by the clock of the shop, where it names no zone. */
const timeIn = (value: unknown) => (HAS_ZONE.test(textOf(value) ?? "") ? timeOf(value) : shopMs(value, ZONE));

/** The goods of an order, by the parcels that they go in. */
function linesOf(order: unknown, isSold: boolean): ReportedLine[] {
  return listOf(member(order, "shippings")).flatMap((parcel, place) =>
    listOf(member(parcel, "skus")).map((line, index): ReportedLine => {
      const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
      const sku = textOf(member(line, "sku"));
      return {
        id: [textOf(member(parcel, "id")) ?? place, textOf(member(line, "id")) ?? "", index].join("-"),
        externalIds: [],
        sku: sku ?? null,
        quantity,
        held: isSold ? quantity : 0,
      };
    }),
  );
}

function wizishopOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "id"));
  if (id === undefined) return [];
  const state = numberOf(member(order, "status_code")) ?? 0;
  const isSold = state >= TAKES_FROM && state < CANCELLED;
  return [
    {
      ...{ id, changedAtMs: null, rank: 0, refundIds: [] },
      status: textOf(member(order, "status_text")) ?? String(state),
      takenAtMs: timeIn(member(order, "date")),
      lines: linesOf(order, isSold).filter(({ sku }) => sku !== null),
    },
  ];
}

/** A page of the orders of the last weeks. `ask` sends a question. */
export async function ordersOf(
  ask: (path: string) => Promise<unknown>,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({
    start_date: timeText(sinceMs - DAYS_READ * DAY_MS),
    limit: String(PAGE),
    page: String(page),
    sort: "id",
  });
  const found = await ask(`orders?${query}`);
  const pages = numberOf(member(found, "pages")) ?? page;
  return {
    orders: listOf(member(found, "results")).flatMap(wizishopOrder),
    next: page < pages ? String(page + 1) : null,
  };
}

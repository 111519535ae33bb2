import { openXml } from "../../../imports/parse/xml/xml-events.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { numberOf, timeOf } from "../../engine/platform-values.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";

// Source: https://github.com/FnacMarketplace/fnacapiclient, the marketplace's own: OrdersQueryService.xsd, state.xsd. An order takes its
// goods from the moment at which the seller is to accept it; what is refused or cancelled comes back, a refund alone puts
// nothing back. An order does not say when it has changed: its state does.
const TAKES_NOTHING = new Set(["Refused", "Cancelled", "Error"]);
export const NO_ORDERS =
  "The key may not read orders: sales of the marketplace cannot be read here. Ask the marketplace to open the orders API for it.";
/** What an order has come to: of two the later one is the newer. After it was sent it may go to and fro; an error may pass. */
const RANKS: Readonly<Record<string, number>> = {
  Error: 0,
  Created: 1,
  Accepted: 2,
  ToShip: 3,
  Refused: 5,
  Cancelled: 5,
};
const SENT = 4;

/** The texts of an order, or of one of its lines, by the names of their elements. */
type Texts = Map<string, string>;
interface Order {
  texts: Texts;
  lines: Texts[];
}

/** What an answer lists, and the texts beside. */
function readOrders(xml: string): { texts: Texts; orders: Order[] } {
  const beside: Texts = new Map();
  const orders: Order[] = [];
  const path: string[] = [];
  let text = "";
  const feed = openXml("answer.xml", {
    open: (name) => {
      text = "";
      path.push(name);
      if (name === "order") orders.push({ texts: new Map(), lines: [] });
      if (name === "order_detail") orders.at(-1)?.lines.push(new Map());
    },
    text: (more) => {
      text += more;
    },
    close: (name) => {
      path.pop();
      const within = path.at(-1);
      // Addresses have elements of the same names.
      const order = orders.at(-1);
      const place = within === "order" ? order?.texts : within === "order_detail" ? order?.lines.at(-1) : undefined;
      const at = path.length === 1 ? beside : place;
      at?.set(name, text.trim());
      text = "";
    },
  });
  feed.write(xml);
  feed.end();
  return { texts: beside, orders };
}

function lineOf(texts: Texts, index: number, stateOfOrder: string): ReportedLine {
  const quantity = Math.max(0, numberOf(texts.get("quantity")) ?? 0);
  const sku = texts.get("offer_seller_id") || undefined;
  const states = [stateOfOrder, texts.get("state") ?? stateOfOrder];
  return {
    id: texts.get("order_detail_id") ?? String(index),
    externalIds: sku === undefined ? [] : [sku],
    sku: sku ?? null,
    quantity,
    held: states.some((state) => TAKES_NOTHING.has(state)) ? 0 : quantity,
  };
}

function fnacOrder({ texts, lines }: Order): OrderNews[] {
  const id = texts.get("order_id");
  if (!id) return [];
  const status = texts.get("state") ?? "Created";
  return [
    {
      ...{ id, status, changedAtMs: null, refundIds: [] },
      takenAtMs: timeOf(texts.get("created_at")),
      rank: RANKS[status] ?? SENT,
      lines: lines.map((line, index) => lineOf(line, index, status)),
    },
  ];
}

/** What the marketplace answers. */
interface Reply {
  status: string;
  errors: readonly string[];
  xml: string;
}

/** A page of the orders that have changed since, a hundred each. `ask` sends the inner part of an `orders_query`. */
export async function ordersOf(
  ask: (inner: string) => Promise<Reply>,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const page = Number(cursor ?? 1);
  const since = `<date type="UpdatedAt"><min>${new Date(sinceMs).toISOString()}</min></date>`;
  const { status, errors, xml } = await ask(`<paging>${page}</paging>${since}<sort_by>ASC</sort_by>`);
  if (status === "ERROR" || status === "FATAL") {
    throw new PlatformError("refused", `Fnac Darty: ${errors.join("; ") || "it does not tell its orders"}`);
  }
  const { texts, orders } = readOrders(xml);
  const pages = numberOf(texts.get("total_paging")) ?? 1;
  return { orders: orders.flatMap(fnacOrder), next: page < pages ? String(page + 1) : null };
}

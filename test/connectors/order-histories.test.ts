import { expect, test } from "bun:test";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import { isRefund, joined, type KnownOrder, type OrderNews } from "../../src/connectors/orders/order-news.ts";
import type { Outbound } from "../../src/outbound/outbound.ts";
import { EVERY } from "./every-platform.ts";

const HISTORIES = 10_000;
const START_MS = Date.UTC(2026, 10, 1);

/** What an order is at one time. */
interface Moment {
  id: string;
  state: string;
  quantity: number;
  atMs: number;
}

/** How a platform reports its orders. */
interface Reporting {
  /** The states in the order in which orders have them, those that hold nothing apart. */
  states: readonly string[];
  ends: readonly string[];
  /** States from which nothing is held before. */
  before?: readonly string[];
  /** Whether of two with one time the later state is known as the newer. */
  isRanked?: boolean;
  order: (moment: Moment & { at: string }) => object;
  page: (orders: object[]) => unknown;
}

const SKU = "SKU-1";
const REPORTING: Record<string, Reporting> = {
  cdiscount: {
    ...{ states: ["WaitingAcceptance", "Accepted", "InPreparation", "Shipped", "Delivered"], isRanked: true },
    ends: ["Refused", "Rejected", "Cancelled"],
    order: ({ id, state, quantity, at }) => ({
      ...{ orderId: id, status: state, updatedAt: at },
      lines: [{ orderLineId: "1", quantity, offer: { sellerProductId: SKU } }],
    }),
    page: (items) => ({ items }),
  },
  manomano: {
    ...{ states: ["PENDING", "WAITING_PAYMENT", "PREPARATION", "SHIPPED", "REFUNDING", "REFUNDED"], isRanked: true },
    ends: ["REFUSED"],
    order: ({ id, state, quantity, at }) => ({
      ...{ order_reference: id, status: state, status_updated_at: at },
      products: [{ seller_sku: SKU, quantity }],
    }),
    page: (content) => ({ content, pagination: {} }),
  },
  mirakl: {
    ...{ before: ["STAGING"], states: ["WAITING_ACCEPTANCE", "WAITING_DEBIT", "SHIPPING", "SHIPPED", "CLOSED"] },
    ...{ ends: ["REFUSED", "CANCELED"], isRanked: true },
    order: ({ id, state, quantity, at }) => ({
      ...{ order_id: id, order_state: state, last_updated_date: at },
      order_lines: [{ order_line_id: "1", offer_sku: SKU, quantity }],
    }),
    page: (orders) => ({ orders, total_count: 1 }),
  },
  ebay: {
    ...{ states: ["NONE_REQUESTED", "IN_PROGRESS"], ends: ["CANCELED"], isRanked: true },
    order: ({ id, state, quantity, at }) => ({
      ...{ orderId: id, lastModifiedDate: at, cancelStatus: { cancelState: state } },
      lineItems: [{ lineItemId: "1", sku: SKU, quantity }],
    }),
    page: (orders) => ({ orders, total: 1 }),
  },
  amazon: {
    ...{ states: ["PENDING", "UNSHIPPED", "PARTIALLY_SHIPPED", "SHIPPED"], ends: ["UNFULFILLABLE", "CANCELLED"] },
    isRanked: true,
    order: ({ id, state, quantity, at }) => ({
      ...{ orderId: id, lastUpdatedTime: at, fulfillment: { fulfilledBy: "MERCHANT", fulfillmentStatus: state } },
      orderItems: [{ orderItemId: "1", quantityOrdered: quantity, product: { sellerSku: SKU } }],
    }),
    page: (orders) => ({ orders }),
  },
  shopware: {
    ...{ states: ["open", "in_progress", "completed"], ends: ["cancelled"], isRanked: true },
    order: ({ id, state, quantity, at }) => ({
      ...{ id, updatedAt: at, stateMachineState: { technicalName: state } },
      lineItems: [{ id: "1", type: "product", quantity, payload: { productNumber: SKU } }],
    }),
    page: (data) => ({ data }),
  },
  bigcommerce: {
    ...{ before: ["0"], states: ["1", "7", "12", "11", "9", "8", "3", "2"], ends: ["6", "5", "4"], isRanked: true },
    order: ({ id, state, quantity, at }) => ({
      ...{ id, status_id: Number(state), status: state, date_modified: new Date(at).toUTCString() },
      consignments: { shipping: [{ line_items: [{ id: 1, product_id: 9, sku: SKU, quantity }] }] },
    }),
    page: (orders) => orders,
  },
  squarespace: {
    ...{ states: ["PENDING", "FULFILLED"], ends: ["CANCELED"], isRanked: true },
    order: ({ id, state, quantity, at }) => ({
      ...{ id, fulfillmentStatus: state, modifiedOn: at },
      lineItems: [{ id: "1", lineItemType: "PHYSICAL_PRODUCT", sku: SKU, quantity }],
    }),
    page: (result) => ({ result, pagination: { hasNextPage: false } }),
  },
  salesforce_commerce: {
    ...{ states: ["created", "new", "open", "completed"], ends: ["cancelled", "failed"] },
    order: ({ id, state, quantity, at }) => ({
      ...{ orderNo: id, status: state, lastModified: at },
      productItems: [{ itemId: "1", productId: SKU, quantity }],
    }),
    page: (data) => ({ data }),
  },
};

/** Random whole numbers below a limit that are the same each time. */
function randomFrom(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The moments of an order while it lives, and what it holds at the end. */
function historyOf(id: string, reporting: Reporting, below: (limit: number) => number) {
  const moments: Moment[] = [];
  const all = [...(reporting.before ?? []), ...reporting.states];
  const end = below(2) === 0 ? reporting.ends[below(reporting.ends.length)] : undefined;
  const passed = [...all.slice(0, 1 + below(all.length)), ...(end === undefined ? [] : [end])];
  let atMs = START_MS + below(1_000_000) * 1_000;
  let quantity = 1 + below(6);
  for (const state of passed) {
    // Several changes may have one time, in seconds.
    const isSameTime = reporting.isRanked === true && moments.length > 0 && below(5) === 0;
    if (!isSameTime) atMs += 1_000 * (1 + below(60));
    if (below(3) === 0) quantity = 1 + below(6);
    moments.push({ id, state, quantity, atMs });
  }
  const last = passed.at(-1) ?? "";
  return { moments, held: reporting.states.includes(last) ? quantity : 0 };
}

function shuffled<T>(all: readonly T[], below: (limit: number) => number): T[] {
  const list = [...all];
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}

/** The orders as the adapter reads them of one answer of the platform. */
async function readOf(id: string, reporting: Reporting, moments: readonly Moment[]): Promise<OrderNews[]> {
  const orders = moments.map((each) => reporting.order({ ...each, at: new Date(each.atMs).toISOString() }));
  const page = JSON.stringify(reporting.page(orders));
  const token = JSON.stringify({ access_token: "t", expires_in: 3_600 });
  const request: Outbound["request"] = async (url) => ({
    ...{ status: 200, headers: {}, isCut: false },
    body: Buffer.from(/token/.test(url) ? token : page),
  });
  const credentials = EVERY.find(([name]) => name === id)?.[1].credentials ?? {};
  const api = openApi({ request }, credentials, AbortSignal.timeout(60_000), { waitFor: async () => undefined });
  const found = await (await loadAdapter(id)).orders?.(api, { sinceMs: START_MS, cursor: null });
  return found?.orders ?? [];
}

test.each(Object.entries(REPORTING))(
  "%s: 10,000 random histories of orders hold the same at the end, in any order and however often they are reported",
  async (id, reporting) => {
    const below = randomFrom(31);
    const histories = Array.from({ length: HISTORIES }, (_, place) => historyOf(`O-${place}`, reporting, below));
    const news = await readOf(
      id,
      reporting,
      histories.flatMap(({ moments }) => moments),
    );
    const twice = shuffled([...news, ...news.filter(() => below(3) === 0)], below);
    const orders = new Map<string, KnownOrder>();
    const held = new Map<string, number>();
    for (const each of twice) {
      const next = joined(orders.get(each.id), each);
      if (!next || isRefund(each)) continue;
      orders.set(each.id, next);
      held.set(
        each.id,
        each.lines.reduce((sum, line) => sum + line.held, 0),
      );
    }
    const expected = histories.map((each, place) => [`O-${place}`, each.held]);
    const wrong = expected.filter(([order, units]) => held.get(String(order)) !== units);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(held.size).toBe(HISTORIES);
  },
  60_000,
);

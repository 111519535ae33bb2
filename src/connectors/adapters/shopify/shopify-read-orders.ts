import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, OrdersPage } from "../../orders/order-news.ts";
import { query } from "./query.ts";
import { gid, numberIn, orderOf, type Refunded, refundedOf } from "./shopify-orders.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/queries/orders . A query may cost 1,000: this number of orders, lines,
// refunds and lines of these; what an order has beyond has queries of its own.
const PAGE = 10;
const LINES = 12;
const REFUNDS = 4;
const REFUND_LINES = 5;
const LINES_REST = 250;
const REFUNDS_WHOLE = 40;
const REFUND_LINES_WHOLE = 10;
const INFO = "pageInfo { hasNextPage endCursor }";
const LINE = "id sku quantity currentQuantity product { id } variant { id }";
const REFUNDED = "quantity restockType lineItem { id }";
const refunds = (first: number, lines: number) =>
  `refunds(first: ${first}) { id refundLineItems(first: ${lines}) { nodes { ${REFUNDED} } ${INFO} } }`;
const FIELDS = `id createdAt updatedAt cancelledAt displayFinancialStatus
  lineItems(first: ${LINES}) { nodes { ${LINE} } ${INFO} } ${refunds(REFUNDS, REFUND_LINES)}`;
const MORE_LINES = `query lines($id: ID!, $after: String) { order(id: $id) {
  lineItems(first: ${LINES_REST}, after: $after) { nodes { ${LINE} } ${INFO} } } }`;
const ALL_REFUNDS = `query refunds($id: ID!) { order(id: $id) { ${refunds(REFUNDS_WHOLE, REFUND_LINES_WHOLE)} } }`;
const MORE_REFUNDED = `query refunded($id: ID!, $after: String) { node(id: $id) { ... on Refund {
  id refundLineItems(first: ${LINES_REST}, after: $after) { nodes { ${REFUNDED} } ${INFO} } } } }`;

const goesOn = (connection: unknown) => member(connection, "pageInfo", "hasNextPage") === true;

/** All nodes of a connection of which a first page was read; `more`: reads another one. */
async function allOf(first: unknown, more: (after: unknown) => Promise<unknown>): Promise<unknown[]> {
  const all = [...listOf(member(first, "nodes"))];
  let page = first;
  while (goesOn(page)) {
    page = await more(member(page, "pageInfo", "endCursor"));
    all.push(...listOf(member(page, "nodes")));
  }
  return all;
}

/** The refunds of an order, each with all its lines. */
async function refundsOf(api: Api, node: unknown): Promise<{ id: string; lines: Refunded[] }[]> {
  const shown = listOf(member(node, "refunds"));
  const isWhole = shown.length < REFUNDS && !shown.some((each) => goesOn(member(each, "refundLineItems")));
  const id = member(node, "id");
  const all = isWhole ? shown : listOf(member(await query(api, ALL_REFUNDS, { id }), "order", "refunds"));
  const found: { id: string; lines: Refunded[] }[] = [];
  for (const refund of all) {
    const own = member(refund, "id");
    const lines = await allOf(member(refund, "refundLineItems"), async (after) =>
      member(await query(api, MORE_REFUNDED, { id: own, after }), "node", "refundLineItems"),
    );
    found.push({
      id: numberIn(own),
      lines: lines.map((each) => refundedOf(each, member(each, "lineItem", "id"), member(each, "restockType"))),
    });
  }
  return found;
}

async function orderIn(api: Api, node: unknown): Promise<OrderNews> {
  const id = member(node, "id");
  const all = await allOf(member(node, "lineItems"), async (after) =>
    member(await query(api, MORE_LINES, { id, after }), "order", "lineItems"),
  );
  const lines = all.map((line) => ({
    id: numberIn(member(line, "id")),
    externalIds: [
      ...gid("Product", member(line, "product", "id")),
      ...gid("ProductVariant", member(line, "variant", "id")),
    ],
    sku: textOf(member(line, "sku")) ?? null,
    quantity: numberOf(member(line, "quantity")) ?? 0,
    current: numberOf(member(line, "currentQuantity")),
  }));
  const [status, cancelledAt] = [member(node, "displayFinancialStatus"), member(node, "cancelledAt")];
  const [updatedAt, createdAt] = [member(node, "updatedAt"), member(node, "createdAt")];
  const reported = { id: numberIn(id), status, cancelledAt, updatedAt, createdAt };
  return orderOf(reported, await refundsOf(api, node), lines);
}

/** A page of the orders that have changed since. */
export async function shopifyOrders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const data = await query(
    api,
    `query orders($after: String, $filter: String) {
      orders(first: ${PAGE}, after: $after, query: $filter, sortKey: UPDATED_AT) { nodes { ${FIELDS} } ${INFO} } }`,
    { after: cursor, filter: `updated_at:>='${new Date(sinceMs).toISOString()}'` },
  );
  const info = member(data, "orders", "pageInfo");
  const orders: OrderNews[] = [];
  for (const node of listOf(member(data, "orders", "nodes"))) orders.push(await orderIn(api, node));
  return {
    orders,
    next: member(info, "hasNextPage") === true ? (textOf(member(info, "endCursor")) ?? null) : null,
  };
}

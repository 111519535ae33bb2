import { baseOf, listOf, member, numberOf, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { OrderNews, OrdersPage, ReportedLine } from "../../orders/order-news.ts";
import { warnsUnread } from "../read-right.ts";
import { tokenAs } from "./salesforce-call.ts";

// Source: Salesforce's description of the Orders API v1 (commerce-sdk, `apis/orders-oas-1.5.2`): an order reserves its goods when it
// is created, and releases them when it is cancelled or has failed; either can be undone. One that was replaced is sold by another one
// (Order.ORDER_STATUS_REPLACED of the Script API).
const PAGE = 200;
/** The last place of a list that can be asked for. */
const PLACES = 10_000;
const TAKES_NOTHING = new Set(["cancelled", "failed", "replaced"]);
const NO_ORDERS =
  "The API client may not read orders: sales of the site cannot be read here. Allow it the scope sfcc.orders.";

async function ask(api: Api, query: Record<string, string>): Promise<unknown[]> {
  const { instance_url: instance, organization_id: organization = "", site_id: siteId = "" } = api.credentials;
  const place = `checkout/orders/v1/organizations/${encodeURIComponent(organization)}/orders`;
  const url = `${baseOf(instance)}/${place}?${new URLSearchParams({ siteId, ...query })}`;
  const headers = { authorization: `Bearer ${await tokenAs(api, "sfcc.orders")}` };
  return listOf(member((await api.request({ method: "GET", url, headers })).json(), "data"));
}

/** The goods of an order: a bundle is in it by its parts. */
const goodsOf = (items: unknown): unknown[] =>
  listOf(items).flatMap((item) => {
    const parts = listOf(member(item, "bundledProductItems"));
    return parts.length > 0 ? goodsOf(parts) : [item];
  });

function lineOf(item: unknown, index: number, isSold: boolean): ReportedLine {
  const quantity = Math.ceil(Math.max(0, numberOf(member(item, "quantity")) ?? 0));
  const sku = textOf(member(item, "productId"));
  return {
    id: textOf(member(item, "itemId")) ?? String(index),
    externalIds: sku === undefined ? [] : [sku],
    sku: sku ?? null,
    quantity,
    held: isSold ? quantity : 0,
  };
}

function salesforceOrder(order: unknown): OrderNews[] {
  const id = textOf(member(order, "orderNo"));
  if (id === undefined) return [];
  const status = textOf(member(order, "status")) ?? "created";
  const takenAtMs = timeOf(member(order, "creationDate"));
  return [
    {
      ...{ id, status, takenAtMs, rank: 0, refundIds: [] },
      changedAtMs: timeOf(member(order, "lastModified")) ?? takenAtMs,
      lines: goodsOf(member(order, "productItems")).map((item, index) =>
        lineOf(item, index, !TAKES_NOTHING.has(status)),
      ),
    },
  ];
}

/**
 * A page of the orders that have changed since, those that changed first first. The next one goes on from the time of the last:
 * an order that changes meanwhile comes again, and shifts no other.
 */
export async function orders(
  api: Api,
  { sinceMs, cursor }: { sinceMs: number; cursor: string | null },
): Promise<OrdersPage> {
  const [fromMs = sinceMs, offset = 0] = cursor?.split(" ").map(Number) ?? [];
  const found = await ask(api, {
    lastModifiedDateFrom: new Date(fromMs).toISOString(),
    ...{ sortBy: "last_modified_date", sortOrder: "asc", limit: String(PAGE), offset: String(offset) },
  });
  const lastMs = timeOf(member(found.at(-1), "lastModified")) ?? fromMs;
  const isSameTime = lastMs <= fromMs && offset + PAGE * 2 <= PLACES;
  const next = isSameTime ? `${fromMs} ${offset + PAGE}` : `${Math.max(lastMs, fromMs + 1)} 0`;
  return { orders: found.flatMap(salesforceOrder), next: found.length < PAGE ? null : next };
}

/** What a test warns of where the API client may not read orders. */
export const orderWarnings = (api: Api): Promise<string[]> => warnsUnread(() => ask(api, { limit: "1" }), NO_ORDERS);

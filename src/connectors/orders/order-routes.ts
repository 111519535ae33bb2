import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findConnector } from "../../../db/connectors/connectors.ts";
import { countOrders, listOrders, ORDERS_COUNTED_MAX } from "../../../db/connectors/order-list.ts";
import { orderLines } from "../../../db/connectors/shop-orders.ts";
import type { Reader } from "../../../db/ports.ts";
import { access } from "../../http/gate/access.ts";
import { DateTime } from "../../http/input/fields.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { metaPage, metaPageOf, pageOf, pageQuery } from "../../http/input/page.ts";
import { required } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { millisecondsOf } from "../../text/instant.ts";
import { READ } from "../policies.ts";
import { ConnectorParams } from "../schema.ts";
import { Orders } from "./order-body.ts";

/** Each comes with its lines. */
const SIZES = { perPage: 20, perPageMax: 50 };
const OrdersQuery = Type.Object({
  ...pageQuery(SIZES).properties,
  order_id: Type.Optional(Type.String({ maxLength: 200, description: "Only the order that the shop calls so." })),
  status: Type.Optional(
    Type.String({ maxLength: 100, description: "Only orders in this state, as the shop says it.", examples: ["paid"] }),
  ),
  waiting: Type.Optional(
    Type.Boolean({ description: "`true`: only orders with a line of an unknown SKU. Default false." }),
  ),
  changed_since: Type.Optional({ ...DateTime, description: "Only orders that the shop has changed then or later." }),
});

/** The lines of orders, by order, in the order of their ids. */
async function linesOf(db: Reader, connectorId: string, orderIds: readonly string[]) {
  const lines = orderIds.length === 0 ? [] : await orderLines.list(db, { where: { connectorId, orderId: orderIds } });
  return Map.groupBy(
    lines.toSorted((one, other) => (one.lineId < other.lineId ? -1 : 1)),
    ({ orderId }) => orderId,
  );
}

/** `/connectors/{connector_id}/orders`: what a shop has reported of its orders, and what they hold of the stock. */
export const shopOrderRoutes = (services: Services) =>
  new Elysia({ prefix: "/connectors/:connector_id/orders", tags: ["Shop Categories and SKUs"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params: { connector_id: connectorId }, query }) => {
        required(await findConnector(db, connectorId), "connector", connectorId);
        const { order_id: orderId, status, waiting: isWaiting, changed_since: since } = query;
        const sinceMs = since === undefined ? undefined : millisecondsOf(since);
        const filter = { connectorId, orderId, status, sinceMs, isWaiting };
        const page = pageOf(query, SIZES);
        const { items, total, next } = await keysetPage(page, {
          name: `shop-orders ${JSON.stringify(filter)}`,
          shape: ["number", "text"],
          read: (range) => listOrders(db, filter, range),
          count: () => countOrders(db, filter),
          place: ({ changedAtMs, orderId: id }) => [changedAtMs, id],
        });
        const lines = await linesOf(
          db,
          connectorId,
          items.map(({ orderId: id }) => id),
        );
        return metaPage(
          items.map((order) => Orders.of(order, lines.get(order.orderId) ?? [])),
          total,
          page,
          next,
        );
      },
      {
        policy: READ,
        params: ConnectorParams,
        query: OrdersQuery,
        response: { 200: metaPageOf(Orders.Body) },
        detail: {
          operationId: "listShopOrders",
          summary: "List a shop's orders",
          description: `Orders as the shop last reported them, by webhook or by pull, with what each line holds of the stock here; those that changed last first. An order is forgotten 400 days after the last news of it. \`total\` is counted up to ${ORDERS_COUNTED_MAX}: go on by \`cursor\`.`,
        },
      },
    );

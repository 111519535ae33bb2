import { type Connector, listConnectors } from "../../../db/connectors/connectors.ts";
import { shopOrders } from "../../../db/connectors/shop-orders.ts";
import type { Reader } from "../../../db/ports.ts";
import { findPlatform } from "../engine/platforms.ts";
import { type News, orderIdOf } from "./order-news.ts";

/** News of orders with the connector that has these orders. */
export interface NewsOf {
  connector: Connector;
  news: News[];
}

/**
 * News that a connector reports, by the connector that has these orders: where the platform gives no id twice, an order that another
 * one of the tenant has is the same one (a seller with a connector for each marketplace), and is counted there alone. What is new,
 * or known here, is the connector's own.
 */
export async function byHolder(db: Reader, connector: Connector, news: readonly News[]): Promise<NewsOf[]> {
  const own = { connector, news: [...news] };
  if (!findPlatform(connector.platformId)?.orderIdsAreUnique) return [own];
  const others = (await listConnectors(db)).filter(
    ({ id, platformId }) => platformId === connector.platformId && id !== connector.id,
  );
  if (others.length === 0) return [own];
  const connectorId = [connector, ...others].map(({ id }) => id);
  const orderId = [...new Set(news.map(orderIdOf))];
  const known = await shopOrders.list(db, { where: { connectorId, orderId } });
  const here = new Set(known.flatMap((each) => (each.connectorId === connector.id ? each.orderId : [])));
  const elsewhere = new Map(known.map((each) => [each.orderId, each.connectorId]));
  const holderOf = (each: News) => (here.has(orderIdOf(each)) ? connector.id : elsewhere.get(orderIdOf(each)));
  const groups = Map.groupBy(news, (each) => others.find(({ id }) => id === holderOf(each)) ?? connector);
  return [...groups].map(([holder, some]) => ({ connector: holder, news: some }));
}

import { COUNT, fixed, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { TEXT, type ValuesOf } from "../table.ts";

const SHOP_NEWS = {
  connectorId: fixed(TEXT),
  kind: fixed(wordColumn(["product", "order"])),
  externalId: fixed(TEXT),
  reports: COUNT,
};
export const shopNews = keyedTable("shop_news", SHOP_NEWS, ["connectorId", "kind", "externalId"]);
/** Something of a shop that has changed and is to be read there, and how often this was reported. */
export type ShopNews = ValuesOf<typeof SHOP_NEWS>;

/** Notes what has changed: once, however often it is reported. */
export const noteShopNews = (
  tx: Tx,
  connectorId: string,
  news: readonly Pick<ShopNews, "kind" | "externalId">[],
): Promise<number> =>
  tx.run(
    `insert into shop_news (tenant_id, connector_id, kind, external_id)
      select :tenant, :connectorId, each.value ->> 0, each.value ->> 1 from json_each(:news) each where true
      on conflict do update set reports = reports + 1`,
    { connectorId, news: JSON.stringify(news.map(({ kind, externalId }) => [kind, externalId])) },
  );

/** Forgets what was read; what was reported again meanwhile stays. */
export const forgetShopNews = (tx: Tx, connectorId: string, news: readonly ShopNews[]): Promise<number> =>
  tx.run(
    `delete from shop_news where tenant_id = :tenant and connector_id = :connectorId
      and (kind, external_id, reports) in
        (select each.value ->> 0, each.value ->> 1, each.value ->> 2 from json_each(:news) each)`,
    {
      connectorId,
      news: JSON.stringify(news.map(({ kind, externalId, reports }) => [kind, externalId, reports])),
    },
  );

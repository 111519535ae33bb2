import { keyedTable } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";
import { TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const SHOP_CODE = { connectorId: TEXT, code: TEXT, productId: TEXT_OR_NULL, variantId: TEXT_OR_NULL };
export const shopCodes = keyedTable("shop_code", SHOP_CODE, ["connectorId", "code"]);
/** What somebody has said that a code of a shop's orders means; no product: nothing of ours. */
export type ShopCode = ValuesOf<typeof SHOP_CODE>;

/** What is said of these codes, but for products that are deleted: their codes wait again. */
export const listShopCodes = (db: Reader, connectorId: string, code: readonly string[]): Promise<ShopCode[]> =>
  db.all(
    `select ${shopCodes.selected} from shop_code
      left join product p on p.tenant_id = shop_code.tenant_id and p.id = shop_code.product_id
      where shop_code.tenant_id = :tenant and shop_code.connector_id = :connectorId
        and shop_code.code in (select value from json_each(:codes))
        and (shop_code.product_id is null or p.deleted_at_ms is null)`,
    { connectorId, codes: JSON.stringify(code) },
    shopCodes.read,
  );

/** A code that lines of orders wait by. */
export interface UnknownCode {
  code: string;
  sku: string | null;
  /** How many lines of orders wait, and how many units they hold. */
  lines: number;
  units: number;
  /** When one of them was last reported. */
  reportedAtMs: number;
}

/** The codes that lines of a connector's orders wait by, in their order. */
export const listUnknownCodes = (
  db: Reader,
  connectorId: string,
  { after, offset, limit }: { after: string | undefined; offset: number; limit: number },
): Promise<UnknownCode[]> =>
  db.all(
    `select waits_by, max(sku) as sku, count(*) as lines, sum(held) as units, max(reported_at_ms) as reported_at_ms
      from shop_order_line where tenant_id = :tenant and connector_id = :connectorId and waits_by is not null
        and waits_by > :after
      group by waits_by order by waits_by limit :limit offset :offset`,
    { connectorId, after: after ?? "", offset, limit },
    (row) => ({
      code: text(row, "waits_by"),
      sku: textOrNull(row, "sku"),
      lines: number(row, "lines"),
      units: number(row, "units"),
      reportedAtMs: number(row, "reported_at_ms"),
    }),
  );

export const countUnknownCodes = (db: Reader, connectorId: string): Promise<number> =>
  db.one(
    `select count(distinct waits_by) as codes from shop_order_line
      where tenant_id = :tenant and connector_id = :connectorId and waits_by is not null`,
    { connectorId },
    (row) => number(row, "codes"),
  );

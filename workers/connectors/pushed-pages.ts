import { listPushed, type PushedProduct, type SyncScope } from "../../db/connectors/pushed-products.ts";
import { openProducts } from "../../db/exports/exported-products.ts";
import type { Reader } from "../../db/ports.ts";

/** Some products of a push, and whether there are more behind them. */
interface PushedPage {
  products: PushedProduct[];
  isLast: boolean;
}
type ReadPushed = (after: number, limit: number) => Promise<PushedPage>;

/** Reads the products of a push in the order of their rows; of a filter those that it selects when they are read. */
export function openPushed(db: Reader, { filter, ...scope }: SyncScope & { connectorId: string }): ReadPushed {
  if (filter === undefined)
    return async (after, limit) => {
      const products = await listPushed(db, scope, { after, limit });
      return { products, isLast: products.length < limit };
    };
  const read = openProducts(db, { filter, language: null }, ["id"]);
  return async (from, limit) => {
    for (let after = from; ; ) {
      const found = await read({ after: { rowId: after, titleKey: "" }, offset: 0, limit });
      const isLast = found.length < limit;
      const productIds = found.map(({ id }) => String(id));
      const products = productIds.length === 0 ? [] : await listPushed(db, { ...scope, productIds }, { after, limit });
      // All of a page may have been erased since.
      if (products.length > 0 || isLast) return { products, isLast };
      after = found.at(-1)?.rowId ?? after;
    }
  };
}

import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import { apartOf, idThere, type Stocked, stockedKey } from "../../engine/push/stocked.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { changeAll, SMALL_BATCH } from "./presta-batches.ts";
import { call, node } from "./presta-requests.ts";

const NOT_FOUND = 404;

/** The stock of a product as the shop keeps it: an object of its own, which it makes with the product. */
export interface ShopStock {
  id: string;
  quantity: number | undefined;
}

/** The stock of some products, by their ids; that of their combinations is not read. */
export async function stocksOf(api: Api, productIds: readonly string[]): Promise<Map<string, ShopStock>> {
  if (productIds.length === 0) return new Map();
  const which = encodeURIComponent(productIds.join("|"));
  const filter = `filter[id_product]=[${which}]&filter[id_product_attribute]=0`;
  return stocksIn(await call(api, `stock_availables?${filter}&display=[id,id_product,quantity]`), "id_product");
}

/** Stocks in what a shop answers, by what they are of. */
const stocksIn = (found: unknown, of: "id_product" | "id_product_attribute"): Map<string, ShopStock> =>
  new Map(
    listOf(member(found, "stock_availables")).map((each) => [
      String(member(each, of)),
      { id: String(member(each, "id")), quantity: numberOf(member(each, "quantity")) },
    ]),
  );

/** The stock of the combinations of some products, by the ids of these. */
export async function combinationStocks(api: Api, productIds: readonly string[]): Promise<Map<string, ShopStock>> {
  const which = encodeURIComponent(productIds.join("|"));
  const path = `stock_availables?filter[id_product]=[${which}]&display=[id,id_product_attribute,quantity]`;
  return stocksIn(await call(api, path), "id_product_attribute");
}

/** What a shop has of products and of combinations, each in one request. */
export async function levels(api: Api, stocked: readonly Stocked[]): Promise<Map<string, number>> {
  const { plain, variants } = apartOf(stocked);
  const idsOf = (some: readonly Stocked[]) => [...new Set(some.flatMap(({ externalId }) => externalId ?? []))];
  const own = await stocksOf(api, idsOf(plain));
  const parts = variants.length === 0 ? new Map<string, ShopStock>() : await combinationStocks(api, idsOf(variants));
  return new Map(
    stocked.flatMap((each) => {
      const quantity = (each.variant ? parts : own).get(idThere(each) ?? "")?.quantity;
      return quantity === undefined ? [] : [[stockedKey(each), quantity] as const];
    }),
  );
}

/** The id of the stock in what a shop answers of a product. */
export const stockIdIn = (product: unknown): string | undefined => {
  const stocks = listOf(member(product, "associations", "stock_availables"));
  return textOf(
    member(
      stocks.find((each) => String(member(each, "id_product_attribute")) === "0"),
      "id",
    ),
  );
};

/** A level to set; `stockId`: what we believe its stock to be called. */
export interface Level<T> {
  of: T;
  productId: string;
  stockId: string | null;
  quantity: number;
}

/** A quantity and nothing else: where it lies and what happens without stock is the owner's. */
export const quantityXml = (id: string, quantity: number): string =>
  `<stock_available>${node("id", id)}${node("quantity", quantity)}</stock_available>`;

/** Sets the stocks of products. Returns what each is called, or why it was refused. */
export async function setLevels<T>(api: Api, levels: readonly Level<T>[]): Promise<Map<T, string | PlatformError>> {
  const outcomes = new Map<T, string | PlatformError>();
  const set = async (some: readonly (Level<T> & { stockId: string })[]) => {
    const all = some.map(({ of, stockId: id, quantity }) => ({ of, id, xml: quantityXml(id, quantity) }));
    const refused = await changeAll(api, "stock_availables", all, SMALL_BATCH);
    for (const { of, stockId } of some) outcomes.set(of, refused.get(of) ?? stockId);
  };
  await set(levels.flatMap(({ stockId, ...rest }) => (stockId === null ? [] : { ...rest, stockId })));
  const isUnknown = (outcome: string | PlatformError | undefined) =>
    outcome === undefined || (typeof outcome !== "string" && outcome.status === NOT_FOUND);
  const unknown = levels.filter(({ of }) => isUnknown(outcomes.get(of)));
  const stocks = await stocksOf(
    api,
    unknown.map(({ productId }) => productId),
  );
  const there = unknown.flatMap((each) => {
    const stock = stocks.get(each.productId);
    if (stock && stock.id !== each.stockId) return { ...each, stockId: stock.id };
    const message = `The shop keeps no stock of product ${each.productId}`;
    outcomes.set(each.of, new PlatformError("refused", message, { status: NOT_FOUND }));
    return [];
  });
  await set(there);
  return outcomes;
}

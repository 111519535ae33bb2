import { type Api, PlatformError, type PushItem } from "../../engine/adapter.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import { call, document, node } from "./presta-requests.ts";

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
  const found = await call(api, `stock_availables?${filter}&display=[id,id_product,quantity]`);
  return new Map(
    listOf(member(found, "stock_availables")).map((each) => [
      String(member(each, "id_product")),
      { id: String(member(each, "id")), quantity: numberOf(member(each, "quantity")) },
    ]),
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

/** Sets a quantity and nothing else: where it lies and what happens without stock is the owner's. `false`: it is not there. */
export async function setQuantity(api: Api, id: string, quantity: number): Promise<boolean> {
  const body = document(`<stock_available>${node("id", id)}${node("quantity", quantity)}</stock_available>`);
  const path = `stock_availables/${id}`;
  let status = 0;
  await call(api, path, { method: "PATCH", body }, (got) => {
    status = got;
    return got < 400 || got === NOT_FOUND;
  });
  return status !== NOT_FOUND;
}

/** Sets the stock of a product. Returns its id; `known`: what we believe it to be. */
export async function setStock(
  api: Api,
  productId: string,
  { stock, externalItemId }: Pick<PushItem, "stock" | "externalItemId">,
): Promise<string> {
  if (externalItemId !== null && (await setQuantity(api, externalItemId, stock))) return externalItemId;
  const id = (await stocksOf(api, [productId])).get(productId)?.id;
  if (id !== undefined && (await setQuantity(api, id, stock))) return id;
  throw new PlatformError("refused", `The shop keeps no stock of product ${productId}`, { status: NOT_FOUND });
}

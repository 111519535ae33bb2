import type { Adapter } from "../../engine/adapter.ts";
import { eanAmong, listOf, member, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { shopTime, zoneOf } from "./presta-clock.ts";
import { languageOf, ownLanguage, textIn } from "./presta-languages.ts";
import { reducedBy, reductionOf, reductionsOf } from "./presta-reductions.ts";
import { call } from "./presta-requests.ts";
import { stocksOf } from "./presta-stock.ts";
import { priceIn, variantsOf } from "./pulled-combinations.ts";

const PAGE = 100;
/** Products as they are read, with their stock and combinations. */
async function readAll(api: Api, products: readonly unknown[], own: string): Promise<PulledProduct[]> {
  const ids = products.map((product) => String(member(product, "id")));
  const stocks = await stocksOf(api, ids);
  const reductions = await reductionsOf(api, ids);
  const variants = await variantsOf(api, products, { reductions, own });
  return products.map((product): PulledProduct => {
    const externalId = String(member(product, "id"));
    const stock = stocks.get(externalId);
    const varied = variants.get(externalId);
    return {
      externalId,
      ...(stock && { externalItemId: stock.id }),
      ean: eanAmong(member(product, "ean13"), member(product, "upc")),
      sku: textOf(member(product, "reference")) ?? null,
      ...(varied && { variants: varied }),
      ...present({
        title: textIn(member(product, "name"), own),
        description: textIn(member(product, "description"), own),
        brand: textOf(member(product, "manufacturer_name")),
        ...reducedBy(priceIn(product), varied ? undefined : reductionOf(reductions, externalId)),
        stock: varied ? undefined : stock?.quantity,
      }),
    };
  });
}

/** A page of products. Their `quantity` is always 0: what there is stands in `stock_availables`. */
export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor, language }) => {
  const offset = Number(cursor ?? 0);
  const own = language === undefined ? ownLanguage(api) : await languageOf(api, { language });
  const since =
    sinceMs === null
      ? ""
      : `&date=1&filter[date_upd]=${encodeURIComponent(`>[${shopTime(sinceMs, await zoneOf(api))}]`)}`;
  const found = await call(api, `products?display=full&sort=[id_ASC]&limit=${offset},${PAGE}${since}`);
  const products = listOf(member(found, "products"));
  return {
    products: await readAll(api, products, own),
    next: products.length === PAGE ? String(offset + PAGE) : null,
  };
};

/** Products there, as a pull reads them. */
export const read: NonNullable<Adapter["read"]> = async (api, ids, language) => {
  const own = await languageOf(api, { language });
  const found = await call(api, `products?display=full&filter[id]=[${encodeURIComponent(ids.join("|"))}]`);
  return readAll(api, listOf(member(found, "products")), own);
};

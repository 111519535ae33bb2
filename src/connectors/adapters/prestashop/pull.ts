import type { Adapter, Api, PulledProduct } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, present, textOf } from "../../engine/platform-values.ts";
import { variantsOf } from "./combinations.ts";
import { languageOf, ownLanguage, textIn } from "./presta-languages.ts";
import { call } from "./presta-requests.ts";
import { stocksOf } from "./presta-stock.ts";

const PAGE = 100;
const HOUR_MS = 3_600_000;
/** No clock is further behind UTC. */
const BEHIND_MAX_MS = 12 * HOUR_MS;

const isZone = (name: string | undefined): name is string => {
  try {
    return name !== undefined && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** The time zone of the shop; `undefined` where the key may not read it. */
const zoneOf = (api: Api): Promise<string | undefined> =>
  api.once("prestashop zone", async () => {
    const path = "configurations?filter[name]=PS_TIMEZONE&display=[value]";
    const answer = await call(api, path, {}, () => true);
    const name = textOf(member(answer, "configurations", 0, "value"));
    return isZone(name) ? name : undefined;
  });

/**
 * A time by the clock of the shop, which notes changes without a zone. An hour earlier, as clocks are put back; by half a day
 * where the zone is not known: what has not changed is not changed by a pull.
 */
function shopTime(sinceMs: number, zone: string | undefined): string {
  const earlier = new Date(sinceMs - (zone === undefined ? BEHIND_MAX_MS : HOUR_MS));
  const format = { dateStyle: "short", timeStyle: "medium", timeZone: zone ?? "UTC" } as const;
  return new Intl.DateTimeFormat("sv-SE", format).format(earlier);
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
  const stocks = await stocksOf(
    api,
    products.map((product) => String(member(product, "id"))),
  );
  const variants = await variantsOf(api, products);
  return {
    products: products.map((product): PulledProduct => {
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
          priceCents: centsOf(member(product, "price")),
          stock: varied ? undefined : stock?.quantity,
        }),
      };
    }),
    next: products.length === PAGE ? String(offset + PAGE) : null,
  };
};

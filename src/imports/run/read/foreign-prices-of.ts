import type { Import } from "../../../../db/imports/imports.ts";
import type { Reader } from "../../../../db/ports.ts";
import { findExchangeRates } from "../../../prices/exchange-rates/rates.ts";
import { PriceList } from "../../../prices/pricing/lists/price-list.ts";
import { optionsOf } from "../../map/saved-mapping.ts";
import type { ForeignPrices } from "../../map/values/foreign-prices.ts";

/** What becomes of an import's prices in other currencies: of all its rows the same, also when it is continued on another day. */
export async function foreignPricesOf(db: Reader, found: Import): Promise<ForeignPrices | undefined> {
  const { foreignPrices, priceListIds } = optionsOf(found);
  if (foreignPrices === "leave_out") return undefined;
  if (foreignPrices === "convert") return { rates: await findExchangeRates(db, found.createdAtMs) };
  const all = await PriceList.table.listAll(db, []);
  const meant = all.filter(({ id, is_active }) => (priceListIds.length > 0 ? priceListIds.includes(id) : is_active));
  const byCurrency = Map.groupBy(meant, ({ currency }) => currency);
  return {
    lists: Object.fromEntries(
      [...byCurrency].flatMap(([currency, [list, other]]) => (list && !other ? [[currency, list.id]] : [])),
    ),
  };
}

import type { FeedWriter } from "../feed-type.ts";
import type { FeedValues } from "../rules.ts";
import { firstOf } from "./xml.ts";

const SCHEMA = "https://schema.org";
const OF_OFFER: ReadonlySet<string> = new Set(["price", "priceCurrency", "availability", "itemCondition"]);

function offerOf(values: FeedValues): object | undefined {
  const price = firstOf(values["price"]);
  if (price === undefined) return undefined;
  const offer: Record<string, unknown> = { "@type": "Offer" };
  for (const name of OF_OFFER) if (values[name] !== undefined) offer[name] = firstOf(values[name]);
  const url = firstOf(values["url"]);
  return { ...offer, ...(url !== undefined && { url }) };
}

/** Products with their offers. Source: https://schema.org/Product, https://developers.google.com/search/docs/appearance/structured-data/product */
export const jsonLd: FeedWriter = {
  head: () => `{"@context":"${SCHEMA}","@graph":[\n`,
  item: (values, _, names) => {
    const product: Record<string, unknown> = { "@type": "Product" };
    for (const name of names) if (!OF_OFFER.has(name) && values[name] !== undefined) product[name] = values[name];
    const brand = firstOf(values["brand"]);
    const offers = offerOf(values);
    return JSON.stringify({
      ...product,
      ...(brand !== undefined && { brand: { "@type": "Brand", name: brand } }),
      ...(offers && { offers }),
    });
  },
  between: ",\n",
  tail: "\n]}\n",
};

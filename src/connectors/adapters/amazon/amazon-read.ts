import { eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { pricesIn } from "./amazon-prices.ts";

// Source: https://developer-docs.amazon.com/sp-api/docs/listings-items-api-v2021-08-01-reference, searchListingsItems
/** The number of SKUs that a search names. */
const SEARCHED = 20;

/** What a listing says of itself in the first place. */
const saidOf = (listing: unknown, name: string) => textOf(member(listing, "attributes", name, 0, "value"));

const pulledOf = (listing: unknown): PulledProduct => {
  const sku = textOf(member(listing, "sku")) ?? "";
  const own = listOf(member(listing, "fulfillmentAvailability")).find(
    (each) => member(each, "fulfillmentChannelCode") === "DEFAULT",
  );
  return {
    externalId: sku,
    sku,
    ean: eanAmong(saidOf(listing, "externally_assigned_product_identifier")),
    ...present({
      title: saidOf(listing, "item_name") ?? textOf(member(listing, "summaries", 0, "itemName")),
      description: saidOf(listing, "product_description"),
      brand: saidOf(listing, "brand"),
      ...pricesIn(listing),
      stock: numberOf(member(own, "quantity")),
    }),
  };
};

/** The seller's listings with these SKUs, twenty a request. `search` asks for those of a query. */
export const readListings = (
  skus: readonly string[],
  search: (query: URLSearchParams) => Promise<unknown>,
): Promise<PulledProduct[]> =>
  gathered(skus, SEARCHED, async (some) => {
    const query = new URLSearchParams({
      identifiers: some.join(","),
      identifiersType: "SKU",
      includedData: "summaries,attributes,fulfillmentAvailability",
      pageSize: String(SEARCHED),
    });
    return listOf(member(await search(query), "items")).map(pulledOf);
  });

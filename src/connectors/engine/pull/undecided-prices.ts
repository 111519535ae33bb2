import type { SyncNote } from "../../../../db/connectors/sync-notes.ts";
import { type PriceTerms, whyUndecided } from "../price-terms.ts";
import type { PulledProduct } from "./pulled-product.ts";

/** What became of a page of products. */
interface Page {
  mappings: readonly { productId: string; externalId: string }[];
  terms: PriceTerms;
  /** Whether the prices of products that are here are taken; those of new ones always are. */
  takesPrice: boolean;
  /** The products that were made. */
  fresh: readonly string[];
}

const hasPrice = ({ priceCents, variants = [] }: PulledProduct): boolean =>
  priceCents !== undefined || variants.some((each) => each.priceCents !== undefined);

/** Says once of a page why no price of it was taken, where it is undecided whether the shop's prices contain tax. */
export function undecidedPrices(
  products: readonly PulledProduct[],
  { mappings, terms, takesPrice, fresh }: Page,
): SyncNote[] {
  if (!terms.undecided) return [];
  const taken = mappings.filter(({ productId }) => takesPrice || fresh.includes(productId));
  const taking = new Set(taken.map(({ externalId }) => externalId));
  if (!products.some((each) => taking.has(each.externalId) && hasPrice(each))) return [];
  const message = whyUndecided(terms.undecided, "taken");
  return [{ productId: null, sku: null, externalId: null, result: "noted", message }];
}

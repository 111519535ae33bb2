import { listVariantHolders } from "../../../../db/connectors/mappings.ts";
import type { Reader } from "../../../../db/ports.ts";
import type { PulledProduct, PulledVariant } from "./pulled-product.ts";

const variantOf = ({ externalId, sku = null, ean = null, priceCents, stock }: PulledProduct): PulledVariant => ({
  ...{ externalId, sku, ean, options: {} },
  ...(priceCents !== undefined && { priceCents }),
  ...(stock !== undefined && { stock }),
});

/**
 * Offers of a marketplace, those of variants that are here as the products that they are of: a marketplace does not say which belong
 * together. Texts and pictures of single offers are not those of the product.
 */
export async function gatherOffers(
  db: Reader,
  connectorId: string,
  offers: readonly PulledProduct[],
): Promise<PulledProduct[]> {
  const skus = offers.flatMap(({ sku }) => sku ?? []);
  const holders = new Map((await listVariantHolders(db, connectorId, skus)).map((each) => [each.sku, each]));
  const products = new Map<string, PulledProduct & { variants: PulledVariant[] }>();
  const plain: PulledProduct[] = [];
  for (const offer of offers) {
    const holder = holders.get(offer.sku ?? "");
    if (!holder) {
      plain.push(offer);
      continue;
    }
    const { productId, reference, externalId } = holder;
    const known = products.get(productId) ?? {
      externalId: externalId ?? reference ?? productId,
      sku: reference,
      variants: [],
    };
    known.variants.push(variantOf(offer));
    products.set(productId, known);
  }
  return [...plain, ...products.values()];
}

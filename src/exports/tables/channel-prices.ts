import type { ExportedProduct } from "../../../db/exports/exported-product.ts";
import type { Reader } from "../../../db/ports.ts";
import { listOfferedPrices } from "../../../db/pricing/price-lists.ts";
import { BASE_CURRENCY } from "../../kit/base-currency.ts";
import { applyingPrice } from "../../prices/pricing/applying/applying-price.ts";
import { priceInTax } from "../../prices/tax/price-in-tax.ts";
import { findTaxModel, taxedOf } from "../../prices/tax/tax-model.ts";

/**
 * The same products at the prices that apply to one piece in a channel at a given time. Lists in another currency are left
 * out: the prices of a file are in one. With tax or without they are as the products' own; one whose rate is not known is
 * left out. A page's lists are read when the page is.
 */
export async function* withChannelPrices(
  db: Reader,
  pages: AsyncIterable<ExportedProduct[]>,
  { channel, atMs }: { channel: string; atMs: number },
): AsyncGenerator<ExportedProduct[], void> {
  const model = await findTaxModel(db, atMs);
  const wish = model?.pricesIncludeTax === false ? "excluded" : "included";
  const purchase = { variantId: null, quantity: 1, channel, atMs };
  for await (const page of pages) {
    const ids = page.map(({ id }) => id);
    const offers = (await listOfferedPrices(db, ids)).filter(({ currency }) => currency === BASE_CURRENCY);
    const byProduct = Map.groupBy(offers, ({ productId }) => productId);
    yield page.map((product) => {
      const stored = applyingPrice(byProduct.get(product.id) ?? [], purchase, product.priceCents);
      const price = model ? priceInTax(stored, taxedOf(product), { model, wish }) : stored;
      return { ...product, priceCents: price?.priceCents ?? null };
    });
  }
}

import { ApiError } from "../../../http/output/errors.ts";
import { faultOf, type Item, itemOf } from "../../../products/changes/set/items.ts";
import { cleanHtml } from "../../../text/clean-html.ts";
import { wholeLevel } from "../platform-values.ts";
import type { PriceTerms } from "../price-terms.ts";
import { ownPriceOf } from "./pulled-prices.ts";
import type { PulledProduct } from "./pulled-product.ts";

const TITLE_MAX = 500;
/** The field that an address of an image is for. */
export const IMAGE = "image_url";
export const PRICE = "price";
/** The field of what a price is compared with. */
export const COMPARED = "compare_at_price";
const NEW = { taxRate: null, taxClass: null, priceCents: null };

/** What a pull takes of a connector. */
interface Taking {
  takesImages: boolean;
  terms: PriceTerms;
}

const isImageAddress = (url: string) => /^https?:/.test(url) && URL.canParse(url);

const priceOf = (cents: number | undefined) => (cents === undefined ? {} : { [PRICE]: cents / 100 });

/** A price in cents as the catalog takes it. */
export const priceValues = (cents: number | undefined): Item["values"] => itemOf(priceOf(cents)).values;

/** A product of a platform as the catalog takes it. Throws VALIDATION_FAILED. */
function itemFrom(pulled: PulledProduct, { takesImages, terms }: Taking): Item {
  const { ean, sku, title, description, brand, stock, imageUrl } = pulled;
  return itemOf({
    ...(ean && { ean }),
    ...(sku && { reference: sku }),
    ...(title !== undefined && { name: title.slice(0, TITLE_MAX) }),
    ...(description !== undefined && { description: cleanHtml(description) }),
    ...(brand !== undefined && { brand_name: brand }),
    ...priceOf(ownPriceOf(pulled.priceCents, terms, NEW)),
    ...(takesImages && imageUrl && isImageAddress(imageUrl) && { [IMAGE]: imageUrl }),
    ...(stock !== undefined && { stock: wholeLevel(stock) }),
  });
}

/** Why a product of a platform is not taken in. */
export interface Refused {
  refused: string;
}

/** What is said of a product that cannot be taken in. */
export function refusedBy(error: unknown): Refused {
  const { code, options } = faultOf(error);
  const fields = options.fields?.map(({ field }) => field) ?? [];
  const { message } = new ApiError(code, options);
  return { refused: fields.length === 0 ? message : `${message}: ${fields.join(", ")}` };
}

/** A product of a platform with what the catalog takes of it, or why it cannot be read. */
export function readOne(pulled: PulledProduct, taking: Taking): { pulled: PulledProduct; item: Item | Refused } {
  try {
    return { pulled, item: itemFrom(pulled, taking) };
  } catch (error) {
    return { pulled, item: refusedBy(error) };
  }
}

export type Read = ReturnType<typeof readOne>;

import type { StoredRow } from "../../../db/products/product-row.ts";
import { type Item, itemOf } from "../../products/changes/set/items.ts";
import { cleanHtml } from "../../text/clean-html.ts";
import type { PulledProduct } from "./adapter.ts";
import type { PriceTerms } from "./price-terms.ts";
import { ownPriceOf } from "./pulled-prices.ts";

/** What a tenant lets a platform change. */
export interface PullRules {
  /** Names of fields as lists of products have them; `null`: all that the platform says. */
  fields: readonly string[] | null;
  /** Whether products that are not in the catalog are made. */
  createsMissing: boolean;
  /** Whether products that have no image get the platform's. */
  takesImages: boolean;
}

/** With what is known of the connector and its platform. */
export interface Rules extends PullRules {
  /** Whether the levels that the platform tells are those of products that are here. */
  takesLevels: boolean;
  /** How the platform keeps prices. */
  terms: PriceTerms;
  /** How the platform takes names. */
  fits: ((name: string) => string) | undefined;
}

const TITLE_MAX = 500;
export const IMAGE = "image_url";
const STOCK = "stock";
const PRICE = "price";
const NEW = { taxRate: null, priceCents: null };

const isImageAddress = (url: string) => /^https?:/.test(url) && URL.canParse(url);

/** A product of a platform as the catalog takes it when it is new. Throws VALIDATION_FAILED. */
export function itemFrom(pulled: PulledProduct, { takesImages, terms }: Rules): Item {
  const { ean, sku, title, description, brand, stock, imageUrl } = pulled;
  const priceCents = ownPriceOf(pulled.priceCents, terms, NEW);
  return itemOf({
    ...(ean && { ean }),
    ...(sku && { reference: sku }),
    ...(title !== undefined && { name: title.slice(0, TITLE_MAX) }),
    ...(description !== undefined && { description: cleanHtml(description) }),
    ...(brand !== undefined && { brand_name: brand }),
    ...(priceCents !== undefined && { [PRICE]: priceCents / 100 }),
    ...(takesImages && imageUrl && isImageAddress(imageUrl) && { [IMAGE]: imageUrl }),
    ...(stock !== undefined && { stock: Math.max(0, Math.trunc(stock)) }),
  });
}

/** The price of a product that is here; the lowest of its variants' is none of its own. */
function priceAt(row: StoredRow, { priceCents, isLowestPrice }: PulledProduct, { terms }: Rules) {
  const own = isLowestPrice ? undefined : ownPriceOf(priceCents, terms, row);
  return own === undefined ? {} : itemOf({ [PRICE]: own / 100 }).values;
}

/** Of a product that is there, its codes stay and only what the rules let through changes. */
export function narrowed(item: Item, pulled: PulledProduct, rules: Rules, row: StoredRow): Item {
  const { fields, takesLevels: takesLevel, fits } = rules;
  const { ean: _ean, reference: _reference, [PRICE]: _price, ...told } = item.values;
  const isAllowed = (name: string) => (fields === null || fields.includes(name)) && (name !== STOCK || takesLevel);
  // A name that was made to fit when it was sent is still ours.
  const isOwn = (name: string, value: unknown) => name === "name" && value === fits?.(row.title);
  const values = { ...told, ...priceAt(row, pulled, rules) };
  const allowed = Object.entries(values).filter(([name, value]) =>
    name === IMAGE ? row.imageUrl === null : isAllowed(name) && !isOwn(name, value),
  );
  return { gtin14: null, reference: null, values: Object.fromEntries(allowed) };
}

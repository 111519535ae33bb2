import type { StoredRow } from "../../../../db/products/product-row.ts";
import { taxedOf } from "../../../prices/tax/tax-model.ts";
import type { Item } from "../../../products/changes/set/items.ts";
import { cleanHtml } from "../../../text/clean-html.ts";
import { nameKey } from "../../../text/name-key.ts";
import { isSameHtml } from "../../../text/same-html.ts";
import type { PriceTerms } from "../price-terms.ts";
import { fitText, type TextLimits } from "../push/text-limits.ts";
import { IMAGE, PRICE, priceValues } from "./pulled-item.ts";
import { ownPriceOf } from "./pulled-prices.ts";
import type { PulledProduct } from "./pulled-product.ts";

/** What a tenant lets a platform change. */
export interface PullRules {
  /** Names of fields as lists of products have them; `null`: all that the platform says. */
  fields: readonly string[] | null;
  /** Whether products that are not in the catalog are made. */
  createsMissing: boolean;
  /** Whether products that have no image get the platform's. */
  takesImages: boolean;
}

/** Whether prices are taken: of products that are here, or with new ones. */
export const takesPrices = ({ fields, createsMissing }: PullRules): boolean =>
  createsMissing || fields === null || fields.includes(PRICE);

/** With what is known of the connector and its platform. */
export interface Rules extends PullRules {
  /** Whether the levels that the platform reports are those of products that are here. */
  takesLevels: boolean;
  /** How the platform keeps prices. */
  terms: PriceTerms;
  /** What the platform takes of texts. */
  limits: TextLimits | undefined;
  /** The names of the brands of products that are here, by id. */
  brands: ReadonlyMap<string, string>;
  /** The products here that have variants. */
  variedIds: ReadonlySet<string>;
}

const STOCK = "stock";
/** What of an offer is said of the marketplace's own product. */
const THEIRS: ReadonlySet<string> = new Set(["name", "description", "brand_name"]);

/** The price of a product that is here; the lowest of its variants' is none of its own. */
const priceAt = (row: StoredRow, { priceCents, isLowestPrice }: PulledProduct, { terms }: Rules) =>
  priceValues(
    isLowestPrice ? undefined : ownPriceOf(priceCents, terms, { ...taxedOf(row), priceCents: row.priceCents }),
  );

/** Whether the platform reports a text as it was sent: made to fit, or with its `&` as HTML has them. It is still ours. */
function isSentAs(name: string, value: unknown, row: StoredRow, { limits, brands }: Rules): boolean {
  if (name === "name") return value === fitText("name", row.title, limits);
  if (name === "brand_name") {
    const own = brands.get(row.brandId ?? "");
    return own !== undefined && nameKey(String(value)) === nameKey(fitText("brand", own, limits));
  }
  if (name !== "description" || typeof value !== "string") return false;
  const own = row.description ?? "";
  return [own, fitText("description", own, limits)].some((text) => isSameHtml(cleanHtml(text), value));
}
/** Of a product that is there, its codes stay and only what the rules let through changes. */
export function narrowed(item: Item, pulled: PulledProduct, rules: Rules, row: StoredRow): Item {
  const { fields, takesLevels: takesLevel } = rules;
  const { ean: _ean, reference: _reference, [PRICE]: _price, ...reported } = item.values;
  const isAllowed = (name: string) => (fields === null || fields.includes(name)) && (name !== STOCK || takesLevel);
  const isOwn = (name: string, value: unknown) => isSentAs(name, value, row, rules);
  const isTheirs = (name: string) => pulled.isTheirs === true && THEIRS.has(name);
  const values = { ...reported, ...priceAt(row, pulled, rules) };
  const allowed = Object.entries(values).filter(([name, value]) =>
    name === IMAGE ? row.imageUrl === null : isAllowed(name) && !isOwn(name, value) && !isTheirs(name),
  );
  return { gtin14: null, reference: null, values: Object.fromEntries(allowed) };
}

import type { MessageKey } from "../../../http/output/messages.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { ExchangeRates } from "../../exchange-rates/rates.ts";
import { amountsInBase, type QuotedPrice } from "../observations/quoted-price.ts";
import type { PageOffer } from "./offers.ts";
import type { PageProduct } from "./products.ts";

/** A product of ours, and how its pages may call it. */
export interface Sought {
  /** EANs of it and its variants, in 14 digits. */
  gtins: readonly string[];
  /** SKUs of it and its variants. */
  skus: readonly string[];
  /** The tenant's, by which prices in other currencies are converted. */
  rates: ExchangeRates;
}

/** What a page asks, in the base currency, and what it quotes. */
export type FoundOffer = PageOffer & QuotedPrice;

/** Why a page has no price for us. */
export interface NoPrice {
  key: MessageKey;
  params: Record<string, string>;
}

const isIn = (wanted: readonly string[]) => {
  const known = new Set(wanted);
  return (codes: readonly string[]) => codes.some((code) => known.has(code));
};

/** The offers that are about a product; `undefined`: the page shows another one. */
function offersFor(products: readonly PageProduct[], { gtins, skus }: Sought): readonly PageOffer[] | undefined {
  const all = products.flatMap(({ offers }) => offers);
  const [isOurs, isOurSku] = [isIn(gtins), isIn(skus)];
  const byGtin = all.filter((offer) => isOurs(offer.gtins));
  if (byGtin.length > 0) return byGtin;
  const bySku = all.filter((offer) => isOurSku(offer.skus));
  if (bySku.length > 0) return bySku;
  const shown = products.find(({ offers }) => offers.length > 0);
  const codes = [...(shown?.gtins ?? []), ...(shown?.offers.flatMap((offer) => offer.gtins) ?? [])];
  if (gtins.length > 0 && codes.length > 0 && !isOurs(codes)) return undefined;
  return shown?.offers ?? [];
}

/** The offers that can be compared with our prices: those in the base currency, else those that the tenant has a rate for. */
function comparable(offers: readonly PageOffer[], rates: ExchangeRates): FoundOffer[] {
  const inBase = offers.filter(({ currency }) => (currency ?? BASE_CURRENCY) === BASE_CURRENCY);
  return (inBase.length > 0 ? inBase : offers).flatMap((offer) => {
    const amounts = amountsInBase(offer, offer.currency ?? BASE_CURRENCY, rates);
    return amounts ? [{ ...offer, ...amounts }] : [];
  });
}

const noPrice = (key: MessageKey, params: Record<string, string> = {}): NoPrice => ({ key, params });
const isThere = ({ availability }: PageOffer) => availability !== "out_of_stock" && availability !== "discontinued";

/**
 * What a page asks for a product of ours: of the offers with its EAN, else with its SKU, else of those of the page's own
 * product, the cheapest that can be had. A page that names another EAN has no price for us, nor has one in a currency without a
 * rate.
 */
export function chooseOffer(products: readonly PageProduct[], sought: Sought): FoundOffer | NoPrice {
  const offers = offersFor(products, sought);
  if (!offers) return noPrice("prices.check_other_product");
  if (offers.length === 0) return noPrice("prices.check_no_price");
  const ours = comparable(offers, sought.rates);
  const [other] = offers;
  if (ours.length === 0) {
    return noPrice("prices.check_currency", { currency: other?.currency ?? "?", wanted: BASE_CURRENCY });
  }
  const gross = ours.filter(({ isNet }) => !isNet);
  if (gross.length === 0) return noPrice("prices.check_net");
  const there = gross.filter(isThere);
  const [cheapest] = (there.length > 0 ? there : gross).toSorted((one, two) => one.priceCents - two.priceCents);
  return cheapest ?? noPrice("prices.check_no_price");
}

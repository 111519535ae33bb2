const names = (text: string) => text.trim().split(/\s+/);

/**
 * What an offer of an update may have, as the marketplace's own schema says in github.com/FnacMarketplace/fnacapiclient of 2018-03-07
 * (59e27ca, `Resources/xsd/OffersUpdateService.xsd`), and the bounds of its prices and quantities (`common.xsd`, `price_090_20000`, `quantity_0_9999`).
 */
const OFFER =
  names(`product_reference offer_reference price product_state quantity description internal_comment showcase
  instead_of_price adherent_price is_shipping_free promotion promotions treatment pictures logistic_type_id time_to_ship`);
const PRICES = ["price", "instead_of_price", "adherent_price"];
const STOCK_MAX = 9_999;
const isPrice = (text: string) => Number(text) > 0.89 && Number(text) <= 20_000;

/** What the schema says against the offers of an update; each element stands once at most. */
export function offersFault(xml: string): string | undefined {
  for (const [, offer = ""] of xml.matchAll(/<offer>(.*?)<\/offer>/gs)) {
    const elements = [...offer.matchAll(/<(\w+)[^>]*>([^<]*)</g)].map(([, name = "", text = ""]) => ({ name, text }));
    const seen = elements.map(({ name }) => name);
    if (!seen.includes("offer_reference")) return "offer_reference is missing";
    const wrong = elements.find(
      ({ name, text }, place) =>
        !OFFER.includes(name) ||
        seen.indexOf(name) !== place ||
        (PRICES.includes(name) && !isPrice(text)) ||
        (name === "quantity" && Number(text) > STOCK_MAX),
    );
    if (wrong) return `${wrong.name} ${wrong.text}`;
  }
  return undefined;
}

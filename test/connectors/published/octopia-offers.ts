/**
 * What an offer of a package may have, as public clients send it that have read Octopia's own description, and what
 * https://developer.octopia-io.net/?p=3069 says of each type: github.com/gitfcankaya/cdiscount-sdk (3dc47d8, `README.md`,
 * `sample/offers_sample.php`); the description itself could not be read.
 */
const OFFER = [
  ...["sellerExternalReference", "product", "condition", "price", "quantity", "preparationTime", "deliveryModes"],
];
const PRICE = ["price", "originPrice", "taxes"];

const priceIn = (offer: object): object | undefined => ("price" in offer ? Object(offer.price) : undefined);

/** What of one offer is not known, or is no price. */
function strangeIn(offer: object): unknown[] {
  const { taxes: _taxes, ...amounts } = Object(priceIn(offer) ?? {});
  return [
    ...Object.keys(offer).filter((name) => !OFFER.includes(name)),
    ...Object.keys(priceIn(offer) ?? {}).filter((name) => !PRICE.includes(name)),
    ...Object.values(amounts).filter((value) => typeof value !== "number" || value <= 0),
  ];
}

/** What is wrong with some offers of a package of this type; `undefined`: nothing is. */
export function octopiaFault(offers: readonly object[], packageType = "Update"): string | undefined {
  for (const offer of offers) {
    const unknown = strangeIn(offer);
    if (unknown.length > 0) return `unknown: ${unknown}`;
    const price = priceIn(offer);
    // With a price the full list of taxes goes.
    if (price !== undefined && !("taxes" in price)) return "taxes are needed";
    const lacking = packageType === "Upsert" ? OFFER.filter((name) => !(name in offer)) : [];
    if (lacking.length > 0) return `needed: ${lacking}`;
  }
  return undefined;
}

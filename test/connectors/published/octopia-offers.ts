/**
 * What an offer of a package may have, as github.com/gitfcankaya/cdiscount-sdk (3dc47d8, `README.md`, `sample/offers_sample.php`) sends it:
 * Octopia's own description could not be read.
 */
const OFFER = ["sellerExternalReference", "product", "condition", "price", "quantity", "preparationTime"];
const PRICE = ["price", "originPrice"];

/** What of some offers is not known, or is no price. */
export function octopiaFault(offers: readonly object[]): string | undefined {
  for (const offer of offers) {
    const price: object = "price" in offer ? Object(offer.price) : {};
    const unknown = [
      ...Object.keys(offer).filter((name) => !OFFER.includes(name)),
      ...Object.keys(price).filter((name) => !PRICE.includes(name)),
      ...Object.values(price).filter((value) => typeof value !== "number" || value <= 0),
    ];
    if (unknown.length > 0) return `unknown: ${unknown}`;
  }
  return undefined;
}

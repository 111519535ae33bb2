/** What shops and scrapers write of what cannot be bought now: schema.org's words first, then those of shops' pages. */
const OUT =
  /out_?of_?stock|sold_?out|discontinued|unavailable|not_available|indisponible|rupture|épuisé|epuise|ausverkauft|nicht_(?:lieferbar|verfügbar)|vergriffen|agotado|esaurito|uitverkocht/;

/** A stock status as conditions compare it: `OutOfStock`, `out of stock` and `https://schema.org/OutOfStock` are one. */
export const stockWord = (status: string): string =>
  status
    .trim()
    .replace(/^https?:\/\/schema\.org\//i, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(/[\s-]+/g, "_")
    .toLowerCase();

/** Whether a competitor cannot sell it now; without a status it can. */
export const isOutOfStock = (status: string | null): boolean => status !== null && OUT.test(stockWord(status));

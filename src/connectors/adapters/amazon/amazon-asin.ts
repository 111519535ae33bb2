/** The target of the rule that says of which ASIN a new listing is an offer. */
export const ASIN = "attributes.merchant_suggested_asin";

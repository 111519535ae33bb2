const SLUG_MAX = 255;

/** A name's key as a part of a URL: `a-z`, digits and single dashes; "" when it has neither letters nor digits of these. */
export const slugOfKey = (key: string): string =>
  key
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, "");

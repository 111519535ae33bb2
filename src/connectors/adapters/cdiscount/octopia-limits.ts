import type { TextLimits } from "../../engine/push/text-limits.ts";

// Source: https://help.lengow.com/hc/en-us/articles/8991904325916-Cdiscount-Octopia-Attributes-Specific-settings: titles of 132
// characters without HTML; marketing descriptions of 5,000 with these tags; plain descriptions of 420
const TAGS = ["b", "strong", "br", "font", "table", "tr", "td", "th"];

export const limits: TextLimits = {
  name: { max: 132, end: "" },
  description: { max: 5_000, tags: TAGS },
};

/** How long a description without HTML may be. */
export const PLAIN_MAX = 420;

import type { TextLimits } from "../../engine/push/text-limits.ts";

// Source: https://sellercentral-europe.amazon.com/help/hub/reference/external/201100890 (titles: 200 characters, none of ! $ ? _ { } ^ ¬ ¦
// but in the name of the brand) and https://sellercentral.amazon.com/gp/help/external/200390640 (descriptions: no HTML but line breaks);
// https://amalyze.com/resources/guides/listing/amazon-listing-pdp-description: 2,000 characters
const IN_TITLES = { "!": "", $: "", "?": "", _: " ", "{": "(", "}": ")", "^": " ", "¬": " ", "¦": "|" };

export const limits: TextLimits = {
  name: { max: 200, end: "", instead: IN_TITLES, sparesBrand: true },
  description: { max: 2000, tags: ["br"] },
};

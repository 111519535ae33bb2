import { Type } from "@sinclair/typebox";

export const DEFAULT_MARKETPLACE = "amazon.fr";

/** An EAN as requests send it. */
export const Code = Type.String({
  pattern: "^[\\s\\-]*(?:\\d[\\s\\-]*){8,14}$",
  maxLength: 60,
  description: "EAN, UPC or GTIN of 8 to 14 digits; spaces and hyphens are ignored.",
  examples: ["4006381333931"],
});
export const Asin = Type.String({
  pattern: "^[A-Za-z0-9]{1,20}$",
  description: "Stored in upper case.",
  examples: ["B000J6A2LQ"],
});
export const Marketplace = Type.String({
  pattern: "^[a-z0-9][a-z0-9.\\-]{0,49}$",
  description: `In lower case. Default ${DEFAULT_MARKETPLACE}.`,
  examples: [DEFAULT_MARKETPLACE],
});

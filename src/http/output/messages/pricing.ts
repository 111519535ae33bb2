/** What prices say. */
export const PRICING_MESSAGES = {
  "pricing.end_before_start": {
    en: "The end must not be before the start",
    fr: "La fin ne doit pas précéder le début",
  },
  "pricing.in_the_past": { en: "This moment has passed", fr: "Ce moment est passé" },
} as const;

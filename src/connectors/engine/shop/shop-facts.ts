/** What an owner may choose from, as the platform calls it. */
export interface Choice {
  id: string;
  name: string;
}

export const CHOICES = ["currencies", "taxes", "languages", "locations", "categories"] as const;

/** What a test of a connector has read of its shop. */
export interface ShopFacts {
  choices: Partial<Record<(typeof CHOICES)[number], readonly Choice[]>>;
  /** Whether the prices of the shop contain tax; absent: it does not say. */
  priceTax?: "included" | "excluded";
  /** What the connector will not be able to do, and what to do about it. */
  warnings: readonly string[];
}

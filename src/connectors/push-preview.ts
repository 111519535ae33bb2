/** What a push would do with a product. */
export const PREVIEWED = ["made", "linked", "changed", "refused", "hidden", "shown", "emptied"] as const;

/** By what it is known what a field was: the platform has it, or it was sent last. */
export const COMPARED_WITH = ["platform", "sent"] as const;

/** A field of the platform, as it was and as it would be. */
export interface PreviewChange {
  field: string;
  before: string | null;
  after: string | null;
  comparedWith: (typeof COMPARED_WITH)[number];
}

export interface PreviewProduct {
  productId: string;
  sku: string;
  externalId: string | null;
  result: (typeof PREVIEWED)[number];
  sends: ("products" | "stock" | "prices")[];
  /** `null`: it is only hidden or shown. */
  changes: PreviewChange[] | null;
  reasons: string[];
}

/** What a push would do. */
export interface Preview {
  products: PreviewProduct[];
  unchanged: number;
  requests: { method: string; path: string }[];
  /** Row id of the last product that was looked at; `null`: there are no more. */
  next: number | null;
}

/** Of which products it is asked. */
export interface PreviewInput {
  connectorId: string;
  productIds?: string[];
  isForced: boolean;
  after: number;
}

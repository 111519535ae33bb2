/** What a push would do with a product. */
export const PREVIEWED = ["made", "linked", "changed", "refused", "hidden", "shown", "emptied"] as const;

/** A field of the platform, as it is there and as it would be. */
export interface PreviewChange {
  field: string;
  before: string | null;
  after: string | null;
}

export interface PreviewProduct {
  productId: string;
  sku: string;
  externalId: string | null;
  result: (typeof PREVIEWED)[number];
  sends: ("products" | "stock" | "prices")[];
  /** `null`: the platform was not asked what it has. */
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

import type { KnownParts } from "./push-item.ts";

export type PushKind = "products" | "stock" | "prices";

/** By what a product of the platform is known to be one of ours. */
export type MatchedBy = "sku" | "ean";

/** What of a product was refused by itself. */
export type Lacking = "images" | "variants" | "prices";

/** What became of a product that was sent. */
export type PushOutcome =
  | {
      productId: string;
      externalId: string;
      externalItemId?: string | null;
      externalUrl?: string | null;
      /** It was there before, made by somebody else. */
      linkedBy?: MatchedBy;
      /** What the platform calls its parts now; absent: as before. */
      parts?: KnownParts;
      /** What was sent otherwise than it is here, and what could not be sent. */
      remarks?: readonly string[];
      /** What is missing there, and is sent again with the next push. */
      lacks?: Lacking | undefined;
    }
  | {
      productId: string;
      error: string;
      /** The platform no longer has it. */
      isMissing?: true;
      /** The platform has another product with this SKU, which was not made by us. */
      isTaken?: true;
    };

/** A product that the platform has already. */
export interface Found {
  productId: string;
  externalId: string;
  externalItemId?: string | null;
  externalUrl?: string | null;
  by: MatchedBy;
  /** Why it is not to be changed all the same. */
  unfit?: string;
}

/** Why an offer or a product cannot be made; where its price is known and does not go, that reason is said in its place. */
export const NO_PRICE = "It has no price";

/** A variant as a platform has it; absent members say nothing of it. */
export interface PulledVariant {
  externalId: string;
  sku: string | null;
  ean?: string | null;
  /** Name of the option to its value. */
  options: Readonly<Record<string, string>>;
  /** In cents, as the platform keeps it: without tax, or with three decimals, it may have fractions of them. */
  priceCents?: number;
  /** What it costs without its reduction, as the platform keeps it; `null`: it is not reduced. Absent: not known. */
  compareAtPriceCents?: number | null;
  stock?: number;
}

/** A product as a platform has it; absent members say nothing of it. */
export interface PulledProduct {
  externalId: string;
  externalItemId?: string | null;
  externalUrl?: string | null;
  ean?: string | null;
  sku?: string | null;
  title?: string;
  description?: string;
  brand?: string;
  /** It is an offer of a product of the platform's own: its texts and brand are not ours, and only a product that is made here takes them. */
  isTheirs?: boolean;
  /** In cents, as the platform keeps it: without tax, or with three decimals, it may have fractions of them. */
  priceCents?: number;
  /** What it costs without its reduction, as the platform keeps it; `null`, or no more than its price: it is not reduced. Absent: not known. */
  compareAtPriceCents?: number | null;
  /** The price is the lowest of its variants', or that of the first, and none of its own. */
  isLowestPrice?: boolean;
  stock?: number;
  /** Of its first image. */
  imageUrl?: string;
  /** Absent: it has none, or the platform does not show them. */
  variants?: readonly PulledVariant[] | undefined;
  /** When it last changed, by the platform's own clock, where it says so. */
  changedAtMs?: number | null;
}

import type { PartIds } from "../../../db/connectors/mappings.ts";

/** The texts of a product in one language; "": it has none. */
export interface PushTexts {
  title: string;
  /** HTML. */
  description: string;
  /** HTML. */
  shortDescription: string;
  seoTitle: string;
  seoDescription: string;
  /** The part of an address that names it. */
  slug: string;
}

/** A picture of a product or of one of its variants. */
export interface PushImage {
  /** Names its content: another file, or another address, is another picture. */
  key: string;
  /** Where a platform fetches it; `null`: it is stored here, and this service has no public address. */
  url: string | null;
  /** What is said of it to those who do not see it; "": nothing. */
  alt: string;
  /** Where its file is stored here; `null`: it is at its address. */
  file: { key: string; name: string; contentType: string } | null;
}

/** A variant of a product: a size, a colour. */
export interface PushVariant {
  variantId: string;
  /** What the platform calls it; `null`: it is not there, as far as we know. */
  externalId: string | null;
  sku: string;
  ean: string | null;
  /** Name of the option to its value. */
  options: Readonly<Record<string, string>>;
  /** In cents; `null`: it has no price. */
  priceCents: number | null;
  compareAtPriceCents: number | null;
  stock: number;
  /** Kilograms. */
  weight: number | null;
  image: PushImage | null;
}

/** What a platform calls the parts of a product: its pictures by their key. */
export type KnownParts = PartIds;

export const NO_PARTS: KnownParts = { variants: {}, images: {} };

/** A value that a rule of the connector gives a field which the platform lets its owner name. */
export interface PushAttribute {
  name: string;
  value: string;
}

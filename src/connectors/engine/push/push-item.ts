import type { PartIds } from "../../../../db/connectors/mappings.ts";
import type { Source } from "../fields.ts";

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

/** What a product or a variant costs, in cents, as the platform keeps it: without tax it has fractions of them. */
export interface PushPrice {
  /** `null`: none is sent. */
  priceCents: number | null;
  /** What it costs without the reduction; `null`: it is not reduced. */
  compareAtPriceCents: number | null;
  /** It was sent as reduced before. */
  wasReduced?: boolean;
}

/** A change of a level: by how much, and what the shop had before, where it was asked and no order has moved it since. */
export interface SentLevel {
  by: number;
  from: number | null;
}

/** What a product costs and weighs, and how many there are. */
export interface PushOffer extends PushPrice {
  /** Kilograms. */
  weight: number | null;
  /** Centimetres. */
  length: number | null;
  width: number | null;
  height: number | null;
  /** It was sent without a price before. */
  lackedPrice?: boolean;
  /** It is on the platform, and it is not known what price was sent of it. */
  isPriceUnknown?: boolean;
  currency: string;
  /** Why the price that it has here is not sent. */
  priceProblem?: string | undefined;
  /** Percent; `null`: not known. */
  taxRate?: number | null;
  /** The platform has its price with tax and without: by another rate it is another one. */
  isBothTaxed?: boolean;
  /** What the platform calls the tax of a new product; `null`: not known. */
  taxClass?: string | null;
  /** The level to set, of products that are there in pushes of stock alone; of a new product, the one it is made with. */
  stock: number;
  /** The stock here that the shop follows; absent or `null`: not known, and its own is replaced. */
  stockFrom?: number | null;
  /** What the shop had just now, where it was asked: it is to be set only when it still has it. */
  stockThere?: number | null;
  /** The change of it that was sent last and whose answer was lost, or which an order has crossed; in a push, the one that is sent. */
  stockSent?: SentLevel | null;
  /** Its number is the shop's own: none is sent, not even of a new product. */
  isStockOfShop?: boolean;
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
  file: { key: string; name: string; contentType: string; sizeBytes?: number | null } | null;
}

/** A variant of a product: a size, a colour. */
export interface PushVariant extends PushPrice {
  variantId: string;
  /** What the platform calls it; `null`: it is not there, as far as we know. */
  externalId: string | null;
  sku: string;
  ean: string | null;
  /** Name of the option to its value. */
  options: Readonly<Record<string, string>>;
  stock: number;
  /** The stock here that the shop follows; absent or `null`: not known, and its own is replaced. */
  stockFrom?: number | null;
  /** What the shop had of it just now, where it was asked. */
  stockThere?: number | null;
  /** The change of it that was sent last and whose answer was lost; in a push, the one that is sent. */
  stockSent?: SentLevel | null;
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

/** What an adapter sends of a product: its texts are in the connector's first language. */
export interface PushItem extends PushTexts, PushOffer {
  productId: string;
  /** What the platform calls it; `null`: it is not there, as far as we know. */
  externalId: string | null;
  externalItemId: string | null;
  ean: string | null;
  /** Our reference, else the EAN, else the id: the platform finds it by this. */
  sku: string;
  /** ISO 639-1. */
  language: string;
  /** Its texts in the connector's other languages. */
  translations: Readonly<Record<string, PushTexts>>;
  brand: string | null;
  /** The name of its category. */
  category: string | null;
  /** What it is called here; `null`: it has none, or a rule names another one. */
  categoryId: string | null;
  /** Names from the root down. */
  categoryPath: readonly string[];
  /** What the platform calls its category, then those above it; empty: not known. */
  categoryIds: readonly string[];
  /** What kind of product it is, where a platform has such a word beside categories. */
  type: string | null;
  tags: readonly string[];
  /** Fields that the connector's own rules name. */
  attributes: readonly PushAttribute[];
  /** In their order. */
  images: readonly PushImage[];
  /** The platform has these images already, or images of its own. */
  hasImages?: boolean;
  /** What its variants differ in, in their order. */
  options: readonly { name: string; values: readonly string[] }[];
  variants: readonly PushVariant[];
  /** What the platform calls its parts. */
  parts: KnownParts;
  /** Fields that were sent with something in them and are empty now; absent: none is known. */
  emptied?: ReadonlySet<Source>;
  /** What was made to fit, and how; absent: nothing. */
  fitted?: readonly string[];
  /** What may be sent of it; absent: everything. */
  sends?: ReadonlySet<Source>;
}

/** The SKU by which a platform knows a product, or is to know it. */
export const skuOf = ({ externalId, sku }: Pick<PushItem, "externalId" | "sku">): string => externalId ?? sku;

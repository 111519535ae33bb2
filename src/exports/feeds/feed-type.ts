import type { ProfileColumn } from "../profiles/column.ts";
import type { VariantRows } from "../profiles/compile.ts";
import type { FeedValues, Rule } from "./rules.ts";

/** What a file says of itself and of where it comes from. */
export interface FeedHead {
  /** Of the shop, or of the supplier. */
  shopName: string;
  shopUrl: string;
  /** ISO 639-1. */
  language: string;
  currency: string;
  /** When it was made. */
  atMs: number;
}

/** How items become a file. */
export interface FeedWriter {
  head(head: FeedHead, names: readonly string[]): string;
  item(values: FeedValues, head: FeedHead, names: readonly string[]): string;
  /** Stands between items. */
  between: string;
  tail: string;
}

/** What decides the built-in columns of a feed. */
export interface FeedSettings {
  /** Template of the address of a product's page; "": there is none. */
  productUrl: string;
  currency: string;
}

/** A kind of feed that a marketplace or a partner reads. */
export interface FeedType {
  title: string;
  ending: "xml" | "tsv" | "csv" | "txt" | "json";
  contentType: string;
  /** Where its rules are published. */
  specification: string;
  variants: VariantRows;
  /** Whether items need the address of a page of the shop. */
  needsUrl: boolean;
  columns: (settings: FeedSettings) => ProfileColumn[];
  rules: readonly Rule[];
  writer: FeedWriter;
}

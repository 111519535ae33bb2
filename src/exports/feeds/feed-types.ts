import type { FeedType } from "./feed-type.ts";
import { amazon, bmecat, plain, schemaOrg } from "./types/catalogues.ts";
import { googleShoppingTsv, googleShoppingXml, metaCatalog } from "./types/google.ts";
import { heureka, idealo, kelkoo } from "./types/price-comparison.ts";

/** Every kind of feed by its name. */
export const FEED_TYPES = {
  google_shopping_xml: googleShoppingXml,
  google_shopping_tsv: googleShoppingTsv,
  meta: metaCatalog,
  amazon,
  idealo,
  kelkoo,
  heureka,
  bmecat_2005: bmecat,
  schema_org: schemaOrg,
  xml: plain,
} satisfies Record<string, FeedType>;
export type FeedTypeName = keyof typeof FEED_TYPES;
export const FEED_TYPE_NAMES = Object.keys(FEED_TYPES) as FeedTypeName[];

export const isFeedType = (name: string): name is FeedTypeName => Object.hasOwn(FEED_TYPES, name);

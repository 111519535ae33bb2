import type { MessageKey } from "../../../http/output/messages.ts";
import type { ObservedItem } from "../observations/observe.ts";

/** What a check found on one page; messages as keys, so that each caller reads them in their own language. */
export interface PageResult {
  /** `null`: the page of a price whose source is no competitor; it was not read. */
  competitorId: string | null;
  competitorName: string;
  url: string;
  priceCents: number | null;
  status: "ok" | "no_price" | "error";
  key: MessageKey | null;
  params: Record<string, string>;
}

/** A check of one product. Plain data. */
export interface Check {
  productId: string;
  results: PageResult[];
  /** What is to be observed, by the place of its result; with what its page says, where that is below the MAP. */
  items: { place: number; item: ObservedItem; pageText: string | null }[];
}

/** Pages that were read, found or not. */
export const readOf = (results: readonly PageResult[]): PageResult[] =>
  results.filter(({ competitorId }) => competitorId !== null);

import { type AddressResult, noteAddresses } from "../../../../db/competitors/addresses.ts";
import { mutation } from "../../../../db/ports.ts";
import { noteCheckSummaries } from "../../../../db/price-monitor/checks.ts";
import { keepEvidence } from "../../../../db/price-monitor/map-evidence.ts";
import type { Tier } from "../../../../db/price-monitor/monitored.ts";
import { observe } from "../observations/observe.ts";
import { type Check, type PageResult, readOf } from "./page-result.ts";

const HOUR_MS = 3_600_000;
/** How often a product is checked. Source: S39.1. */
const PERIODS: Readonly<Record<Tier, number>> = {
  tier1_high: 6 * HOUR_MS,
  tier2_medium: 24 * HOUR_MS,
  tier3_standard: 7 * 24 * HOUR_MS,
};

/** What a check came to, as it is stored and answered. */
export interface NotedCheck {
  checkedAtMs: number;
  results: PageResult[];
}

const RESULTS: Readonly<Partial<Record<NonNullable<PageResult["key"]>, AddressResult>>> = {
  "prices.check_doubtful": "doubtful",
  "prices.check_no_price": "no_price",
  "competitors.selected_no_price": "no_price",
  "competitors.selector_costly": "no_price",
  "prices.check_other_product": "other_product",
  "prices.check_currency": "other_currency",
  "prices.check_net": "without_tax",
  "prices.check_unreadable": "unreadable",
};

/** What was found on a page, as its address says it. */
function resultOf({ status, key }: Pick<PageResult, "status" | "key">): AddressResult {
  if (key === null) return status === "ok" ? "ok" : "unreadable";
  return RESULTS[key] ?? "rejected";
}

/** Stores what a check found: the prices as observations, and with the product, if it is watched, how its check went. */
export const noteCheck = mutation(
  "price-monitor.note-check",
  async (tx, check: Check, context): Promise<NotedCheck> => {
    const { productId, items } = check;
    const { refusals, waiting, competitorIds } = await observe(
      tx,
      items.map(({ item }) => item),
      "check",
      context,
    );
    // Of a marketplace they are its sellers'.
    const pages = items.flatMap(({ item: { url, priceCents }, pageText }, place) =>
      pageText === null ? [] : { productId, competitorId: competitorIds[place] ?? "", url, priceCents, pageText },
    );
    if (pages.length > 0) await keepEvidence(tx, pages, context.now());
    const resultByPage = new Map<number, PageResult["key"]>([
      ...refusals.map(({ place, key }) => [items[place]?.place ?? -1, key] as const),
      ...waiting.map((place) => [items[place]?.place ?? -1, "prices.check_doubtful"] as const),
    ]);
    const results = check.results.map((result, place) => ({ ...result, key: resultByPage.get(place) ?? result.key }));
    const nowMs = context.now();
    const summary = {
      productId,
      sources: readOf(results).length,
      prices: results.filter(({ status }) => status === "ok").length,
      errors: readOf(results).filter(({ status }) => status === "error").length,
      results,
    };
    await noteAddresses(
      tx,
      productId,
      results.flatMap(({ competitorId, url, priceCents, ...found }) =>
        competitorId === null ? [] : { competitorId, url, priceCents, result: resultOf(found) },
      ),
      nowMs,
    );
    await noteCheckSummaries(tx, [summary], { nowMs, periods: PERIODS });
    return { checkedAtMs: nowMs, results };
  },
);

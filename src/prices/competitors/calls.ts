import { call, SERVER_MS } from "../../runtime/calls/calls.ts";
import type { PageFinding } from "../price-monitor/check/read-prices.ts";
import type { PageRules, SelectedField } from "../price-monitor/page/selectors/page-rules.ts";

/** What a page of a competitor is tried with. */
export interface PageTrial {
  url: string;
  rules: PageRules | null;
  /** Whose price is sought; `null`: any. */
  productId: string | null;
}

/** What was found on a page. */
export interface TriedPage {
  finding: PageFinding;
  /** The first text that each selector finds; `null`: the page could not be read, or there are no rules. */
  texts: Record<SelectedField, string | undefined> | null;
  /** Where the price is from. */
  source: "rules" | "markup" | null;
}

export const testPageCall = call<PageTrial, TriedPage>("competitors.test-page", { outsideMs: SERVER_MS });

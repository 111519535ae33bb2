import type { CompetitorState } from "../../../../db/competitors/competitors.ts";
import type { NamedProduct } from "../../../../db/price-monitor/named-products.ts";
import type { CompetitorMatch } from "../../../../db/price-monitor/observe.ts";
import type { DoubtReason } from "../../../../db/price-monitor/validations.ts";
import type { MessageKey } from "../../../http/output/messages.ts";

/** Who says what competitors ask: robots of the tenant, a check of a page, a search of the web. */
export type ObservationSource = "hub" | "check" | "price_bot";

/** What is known when an observation comes in. */
export interface Known {
  competitor: CompetitorState;
  /** The live products that its SKU may mean. */
  named: readonly NamedProduct[];
  match: CompetitorMatch | undefined;
  /** The last valid price of the competitor for the product, else our own; `null`: there is neither. */
  expectedCents: (productId: string) => number | null;
}

/** What becomes of an observation. */
export type Verdict =
  | { kind: "rejected"; key: MessageKey }
  | { kind: "doubtful"; reason: DoubtReason; candidates: string[] }
  | { kind: "valid"; productId: string };

/** Less than half or more than twice the expected price is not trusted without a look. */
const isOutlier = (cents: number, expected: number | null): boolean =>
  expected !== null && expected > 0 && Math.abs(cents - expected) * 2 > expected;

/** Which products a SKU means: what was decided once, else an exact match, else a loose one. */
function meantBy({ named, match }: Known): { ids: string[]; isLoose: boolean } {
  const decided = named.find(({ productId }) => productId === match?.productId);
  if (decided) return { ids: [decided.productId], isLoose: false };
  const exact = named.filter(({ isLoose }) => !isLoose);
  const meant = exact.length > 0 ? exact : named;
  return { ids: meant.map(({ productId }) => productId), isLoose: exact.length === 0 };
}

/** Decides about one observation. Source: S39.4, S39.5. */
export function judge(priceCents: number, source: ObservationSource, known: Known): Verdict {
  const { competitor, match } = known;
  if (!competitor.isActive) return { kind: "rejected", key: "prices.competitor_inactive" };
  const { ids, isLoose } = meantBy(known);
  const [productId] = ids;
  if (productId === undefined) return { kind: "rejected", key: "prices.unknown_sku" };
  const isRefused = match?.rejectedCents === priceCents;
  const doubt = (reason: DoubtReason): Verdict =>
    isRefused ? { kind: "rejected", key: "prices.refused_before" } : { kind: "doubtful", reason, candidates: ids };
  if (source === "price_bot") return doubt("price_bot");
  if (ids.length > 1) return doubt("ambiguous");
  if (isLoose) return doubt("fuzzy");
  return isOutlier(priceCents, known.expectedCents(productId)) ? doubt("outlier") : { kind: "valid", productId };
}

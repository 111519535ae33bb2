import { type CheckedProduct, listCheckedProducts } from "../../db/price-monitor/checks.ts";
import { readPage } from "../../src/ai/web/read-web-page.ts";
import { OutboundError } from "../../src/outbound/outbound-error.ts";
import type { PageTrial, TriedPage } from "../../src/prices/competitors/calls.ts";
import { findExchangeRates } from "../../src/prices/exchange-rates/rates.ts";
import { findPrice } from "../../src/prices/price-monitor/check/read-prices.ts";
import { SelectorTooCostly } from "../../src/prices/price-monitor/page/selectors/page-tree.ts";
import { readByRules } from "../../src/prices/price-monitor/page/selectors/read-by-rules.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** A request waits meanwhile. */
const WAIT_MAX_MS = 30_000;
const ANY: Pick<CheckedProduct, "gtins" | "skus"> = { gtins: [], skus: [] };

/** What the selectors find, as far as they do not look at too much. */
function triedBy({ rules }: PageTrial, html: string) {
  try {
    return rules && readByRules(html, rules);
  } catch (error) {
    if (error instanceof SelectorTooCostly) return null;
    throw error;
  }
}

/** Reads a page of a competitor by rules that may be no one's yet. Nothing is stored. */
export async function testPage(
  services: ThreadServices,
  tenantId: string,
  trial: PageTrial,
  signal: AbortSignal,
): Promise<TriedPage> {
  const db = services.reader(tenantId);
  const [product = ANY] = trial.productId === null ? [] : await listCheckedProducts(db, [trial.productId]);
  try {
    const { html } = await readPage({ services, tenantId, signal, waitMaxMs: WAIT_MAX_MS }, trial.url);
    const rates = await findExchangeRates(db, services.now());
    const finding = findPrice(html, { ...product, rates }, trial.rules);
    const tried = triedBy(trial, html);
    const texts = tried?.texts ?? null;
    if (finding.status === "ok") return { finding, texts, source: tried?.offer ? "rules" : "markup" };
    const { status, key, params } = finding;
    return { finding: { status, key, params, html: "" }, texts, source: null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const params = { reason: error.message };
    return { finding: { status: "error", key: "prices.check_unreadable", params }, texts: null, source: null };
  }
}

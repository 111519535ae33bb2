import type { CheckedProduct } from "../../../../db/price-monitor/checks.ts";
import { type PageReader, readPage } from "../../../ai/web/read-web-page.ts";
import type { MessageKey } from "../../../http/output/messages.ts";
import { OutboundError } from "../../../outbound/outbound-error.ts";
import { findExchangeRates } from "../../exchange-rates/rates.ts";
import { chooseOffer, type FoundOffer, type Sought } from "../page/choose-offer.ts";
import { readPageData } from "../page/page-data.ts";
import { productsOf } from "../page/products.ts";
import type { PageRules } from "../page/selectors/page-rules.ts";
import { SelectorTooCostly } from "../page/selectors/page-tree.ts";
import { readByRules } from "../page/selectors/read-by-rules.ts";

/** What a page says of a product: its offer, or why there is none. `html` is there when the page could be read. */
export type PageFinding =
  | { status: "ok"; offer: FoundOffer; html: string }
  | { status: "no_price"; key: MessageKey; params: Record<string, string>; html: string }
  | { status: "error"; key: MessageKey; params: Record<string, string> };

/** What a page asks for a product: by the competitor's own rules, then by its markup. */
export function findPrice(html: string, sought: Sought, rules: PageRules | null): PageFinding {
  const products = productsOf(readPageData(html));
  const said = chooseOffer(products, sought);
  const finding: PageFinding =
    "key" in said ? { status: "no_price", ...said, html } : { status: "ok", offer: said, html };
  // What is on a page of another product is no price of this one.
  if (rules === null || ("key" in said && said.key === "prices.check_other_product")) return finding;
  try {
    const { offer } = readByRules(html, rules);
    if (offer === null) {
      const isNothing = "key" in said && said.key === "prices.check_no_price";
      return isNothing ? { status: "no_price", key: "competitors.selected_no_price", params: {}, html } : finding;
    }
    const chosen = chooseOffer([{ gtins: [], offers: [offer] }], { ...sought, gtins: [], skus: [] });
    return "key" in chosen ? { status: "no_price", ...chosen, html } : { status: "ok", offer: chosen, html };
  } catch (error) {
    if (!(error instanceof SelectorTooCostly)) throw error;
    return { status: "no_price", key: "competitors.selector_costly", params: {}, html };
  }
}

/** Reads what a page asks for a product, by the rules of its competitor, where it has some. Throws the signal's reason. */
export async function readPrice(
  reader: PageReader,
  url: string,
  product: CheckedProduct,
  rules: PageRules | null = null,
): Promise<PageFinding> {
  try {
    const { html } = await readPage(reader, url);
    const rates = await findExchangeRates(reader.services.reader(reader.tenantId), reader.services.now());
    return findPrice(html, { ...product, rates }, rules);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: "error", key: "prices.check_unreadable", params: { reason: error.message } };
  }
}

import type { CheckedProduct } from "../../../../db/price-monitor/checks.ts";
import { type PageReader, readPage } from "../../../ai/web/read-web-page.ts";
import type { MessageKey } from "../../../http/output/messages.ts";
import { OutboundError } from "../../../outbound/outbound-error.ts";
import { findExchangeRates } from "../../exchange-rates/rates.ts";
import { chooseOffer, type FoundOffer } from "../page/choose-offer.ts";
import { readPageData } from "../page/page-data.ts";
import { productsOf } from "../page/products.ts";

/** What a page says of a product: its offer, or why there is none. `html` is there when the page could be read. */
export type PageFinding =
  | { status: "ok"; offer: FoundOffer }
  | { status: "no_price"; key: MessageKey; params: Record<string, string>; html: string }
  | { status: "error"; key: MessageKey; params: Record<string, string> };

/** Reads what a page asks for a product. Throws the signal's reason. */
export async function readPrice(reader: PageReader, url: string, product: CheckedProduct): Promise<PageFinding> {
  try {
    const { html } = await readPage(reader, url);
    const rates = await findExchangeRates(reader.services.reader(reader.tenantId), reader.services.now());
    const offer = chooseOffer(productsOf(readPageData(html)), { ...product, rates });
    return "key" in offer ? { status: "no_price", ...offer, html } : { status: "ok", offer };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: "error", key: "prices.check_unreadable", params: { reason: error.message } };
  }
}

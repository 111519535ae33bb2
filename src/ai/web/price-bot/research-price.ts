import { listOpenCalls, type OpenCall } from "../../../../db/ai/calls.ts";
import type { CheckedProduct } from "../../../../db/price-monitor/checks.ts";
import { OutboundError } from "../../../outbound/outbound-error.ts";
import { observedOf, skuOf } from "../../../prices/price-monitor/check/check-products.ts";
import { readPrice } from "../../../prices/price-monitor/check/read-prices.ts";
import type { ObservedItem } from "../../../prices/price-monitor/observations/observe.ts";
import { NOT_QUOTED } from "../../../prices/price-monitor/observations/quoted-price.ts";
import type { ReadyDependency } from "../../../settings/read-dependency.ts";
import type { ModelPlace } from "../../provider/call-model.ts";
import { noteInterrupted } from "../../provider/ledger.ts";
import { textOfPage } from "../collect.ts";
import type { PageReader } from "../read-web-page.ts";
import { searchWeb } from "../search-web.ts";
import { fetchPrice } from "./fetch-price.ts";
import type { Researched } from "./price-bot-runs.ts";

/** What a search for prices needs. */
export interface Research {
  runId: string;
  reader: PageReader;
  model: Omit<ModelPlace, "spent">;
  search: ReadyDependency;
  maxSources: number;
}

interface Found {
  item: ObservedItem | null;
  callIds: string[];
  isFailed: boolean;
}

const NOTHING: Found = { item: null, callIds: [], isFailed: false };
/** How a site is called that is no known competitor. */
const siteOf = (url: string) => new URL(url).hostname.replace(/^www\./, "");

/** What one page asks for a product: by its code, else as the model reads it. */
async function readSource(
  { runId, reader }: Research,
  { product, url, open, model }: { product: CheckedProduct; url: string; open: readonly OpenCall[]; model: ModelPlace },
): Promise<Found> {
  const found = await readPrice(reader, url, product);
  if (found.status === "error") return { ...NOTHING, isFailed: true };
  const page = { competitorName: siteOf(url), url };
  if (found.status === "ok") return { ...NOTHING, item: observedOf(product, page, found.offer) };
  if (found.key !== "prices.check_no_price") return NOTHING;
  const { cents, ...asked } = await fetchPrice(
    model,
    { product, url, text: textOfPage(found.html) },
    { jobId: runId, open },
  );
  if (cents === null) return { item: null, ...asked };
  const none = {
    priceOriginalCents: null,
    shippingCostCents: null,
    stockStatus: null,
    sellerName: null,
    promoLabel: null,
    ...NOT_QUOTED,
  };
  return {
    item: { ...page, ...none, internalSku: skuOf(product), productId: product.id, priceCents: cents },
    ...asked,
  };
}

/** Searches the web for pages that sell a product, and reads their prices. Nothing but the ledger is stored. */
export async function researchPrice(research: Research, product: CheckedProduct): Promise<Researched> {
  const { runId, reader, search, maxSources } = research;
  const { services, tenantId, signal } = reader;
  const open = await listOpenCalls(services.reader(tenantId), runId, product.id);
  const lost = open.filter(({ answer }) => answer === null).map(({ id }) => id);
  if (lost.length > 0) await services.write(noteInterrupted, tenantId, { ids: lost });
  let costMicros = 0;
  const model: ModelPlace = {
    ...research.model,
    options: { signal },
    spent: (micros) => {
      costMicros += micros;
    },
  };
  try {
    const words = [product.title, product.ean].filter((word) => word !== null).join(" ");
    const pages = await searchWeb(services.outbound, search, words, maxSources);
    const urls = [...new Set(pages.map(({ url }) => url))].filter((url) => URL.canParse(url));
    const found = await Promise.all(urls.map((url) => readSource(research, { product, url, open, model })));
    return {
      items: found.flatMap(({ item }) => item ?? []),
      errors: found.filter(({ isFailed }) => isFailed).length,
      costMicros,
      callIds: found.flatMap(({ callIds }) => callIds),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { items: [], errors: 1, costMicros, callIds: [] };
  }
}

import type { OpenCall } from "../../../../db/ai/calls.ts";
import type { CheckedProduct } from "../../../../db/price-monitor/checks.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { OutboundError } from "../../../outbound/outbound-error.ts";
import { observedOf, skuOf } from "../../../prices/price-monitor/check/check-products.ts";
import { readPrice } from "../../../prices/price-monitor/check/read-prices.ts";
import type { ObservedItem } from "../../../prices/price-monitor/observations/observe.ts";
import { NOT_QUOTED } from "../../../prices/price-monitor/observations/quoted-price.ts";
import { readAmount, readCurrency } from "../../../prices/price-monitor/page/read-amount.ts";
import type { ReadyDependency } from "../../../settings/read-dependency.ts";
import { GUARD, marked } from "../../prompts/render-template.ts";
import { callModel, type ModelPlace } from "../../provider/call-model.ts";
import { takeUpCalls } from "../../provider/ledger.ts";
import { textOfPage } from "../collect.ts";
import type { PageReader } from "../read-web-page.ts";
import { searchWeb } from "../search-web.ts";
import type { Researched } from "./price-bot-runs.ts";

const TEXT_MAX = 6_000;
const SYSTEM = [
  "You read the price of a product from the text of a page of a shop.",
  'Answer with one JSON object and nothing else: {"is_product": true or false, "price": number or null, "currency": ISO 4217 code or null}.',
  "is_product: whether the page sells exactly this product. price: what a private customer pays for one now, VAT included.",
  GUARD,
].join("\n");

/** An amount as texts write it: digits with dots, commas and blanks among them. */
const AMOUNT = /\d[\d.,'’]*(?:\s\d{3}(?!\d)[\d.,]*)*/g;

/** Whether a text names an amount: a model's price that the page does not name is none. */
const isNamed = (text: string, cents: number): boolean =>
  [...text.matchAll(AMOUNT)].some(([amount]) => readAmount(amount) === cents);

function readAnswer(answer: string): { isProduct: boolean; cents: number | null; currency: string | null } | undefined {
  try {
    const said: unknown = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
    const { is_product: isProduct, price, currency } = Object(said);
    return { isProduct: isProduct === true, cents: readAmount(price), currency: readCurrency(currency) };
  } catch {
    return undefined;
  }
}

/** What a model reads from a page. */
interface BotPrice {
  /** `null`: none that can be believed. */
  cents: number | null;
  callIds: string[];
  isFailed: boolean;
}

/** Lets the model read a price from the text of a page. What it says must stand there, in our currency. */
async function fetchPrice(
  place: ModelPlace,
  { product, url, text }: { product: CheckedProduct; url: string; text: string },
  batch: { jobId: string; open: readonly OpenCall[] },
): Promise<BotPrice> {
  const shown = text.slice(0, TEXT_MAX);
  const names = [product.title, product.ean, product.reference].filter((each) => each !== null).join(", ");
  const answer = await callModel(place, {
    purpose: "attributes",
    action: "price_bot",
    messages: [
      { role: "system", content: SYSTEM },
      { role: "user", content: `Product: ${marked(names)}\nPage: ${marked(shown)}` },
    ],
    isJson: true,
    promptSlug: null,
    productId: product.id,
    batch: { ...batch, piece: url },
  });
  if ("failure" in answer) return { cents: null, callIds: [], isFailed: true };
  const read = readAnswer(answer.text);
  const isOurs = read?.isProduct === true && (read.currency ?? BASE_CURRENCY) === BASE_CURRENCY;
  const cents = isOurs && read.cents !== null && read.cents > 0 && isNamed(shown, read.cents) ? read.cents : null;
  return { cents, callIds: [answer.callId], isFailed: read === undefined };
}

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
  const open = await takeUpCalls(services, tenantId, { jobId: runId, productId: product.id });
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

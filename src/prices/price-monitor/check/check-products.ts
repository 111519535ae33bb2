import { type CheckedProduct, listCheckedProducts } from "../../../../db/price-monitor/checks.ts";
import {
  type CompetitorPage,
  listCompetitorPages,
  listUnknownPages,
  type UnknownPage,
} from "../../../../db/price-monitor/watched.ts";
import { textOfPage } from "../../../ai/web/collect.ts";
import type { PageReader } from "../../../ai/web/read-web-page.ts";
import type { ObservedItem } from "../observations/observe.ts";
import type { FoundOffer } from "../page/choose-offer.ts";
import type { PageRules } from "../page/selectors/page-rules.ts";
import type { Check, PageResult } from "./page-result.ts";
import { readPrice } from "./read-prices.ts";

/** The number of pages of a product that are read. */
const PAGES_MAX = 20;
/** Of a competitor's pages those count that were seen among this number of observations of the last days. */
const RECENT = 100;
const RECENT_MS = 30 * 86_400_000;

/** What is called by its SKU in the queue of doubtful prices. */
export const skuOf = ({ reference, ean, id }: CheckedProduct): string => reference || ean || id;

/** What an offer on a page of a competitor is as an observation. */
export const observedOf = (
  product: CheckedProduct,
  page: Pick<ObservedItem, "competitorId" | "competitorName" | "url">,
  { priceCents, originalCents, shippingCents, availability, seller, ...offer }: FoundOffer,
): ObservedItem => ({
  ...page,
  internalSku: skuOf(product),
  productId: product.id,
  priceCents,
  priceOriginalCents: originalCents,
  shippingCostCents: shippingCents,
  stockStatus: availability,
  sellerName: seller?.slice(0, 200) ?? null,
  promoLabel: null,
  quotedCents: offer.quotedCents,
  quotedCurrency: offer.quotedCurrency,
  exchangeRate: offer.exchangeRate,
});

async function checkPage(reader: PageReader, product: CheckedProduct, page: CompetitorPage) {
  const { competitorId, name: competitorName, url } = page;
  // Checked when they were stored.
  const found = await readPrice(reader, url, product, page.pageRules as PageRules | null);
  const about = { competitorId, competitorName, url };
  if (found.status !== "ok") {
    const { status, key, params } = found;
    return { result: { ...about, priceCents: null, status, key, params }, item: null, pageText: null };
  }
  const item = observedOf(product, about, found.offer);
  const isBelow = product.mapCents !== null && item.priceCents < product.mapCents;
  return {
    result: { ...about, priceCents: item.priceCents, status: "ok" as const, key: null, params: {} },
    item,
    pageText: isBelow ? textOfPage(found.html) : null,
  };
}

/** Says why a page is not read. */
const unread = ({ source, url }: UnknownPage): PageResult => ({
  competitorId: null,
  competitorName: source,
  url,
  priceCents: null,
  status: "error",
  key: "prices.check_unknown_source",
  params: { source },
});

async function checkOne(
  reader: PageReader,
  product: CheckedProduct,
  { pages, unknown }: { pages: readonly CompetitorPage[]; unknown: readonly UnknownPage[] },
): Promise<Check> {
  const checked = await Promise.all(pages.slice(0, PAGES_MAX).map((page) => checkPage(reader, product, page)));
  return {
    productId: product.id,
    results: [...checked.map(({ result }) => result), ...unknown.slice(0, PAGES_MAX).map(unread)],
    items: checked.flatMap(({ item, pageText }, place) => (item ? [{ place, item, pageText }] : [])),
  };
}

/**
 * Reads competitors' prices of products on the known pages, one product after the other, at the reader's pace. Nothing is
 * stored. Throws the signal's reason.
 */
export async function* checkProducts(
  reader: PageReader,
  productIds: readonly string[],
): AsyncGenerator<Check, void, undefined> {
  const db = reader.services.reader(reader.tenantId);
  const products = await listCheckedProducts(db, productIds);
  const recent = { recent: RECENT, sinceMs: reader.services.now() - RECENT_MS };
  const pages = Map.groupBy(await listCompetitorPages(db, productIds, recent), ({ productId }) => productId);
  const unknown = Map.groupBy(await listUnknownPages(db, productIds), ({ productId }) => productId);
  for (const product of products) {
    reader.signal.throwIfAborted();
    const { id } = product;
    yield await checkOne(reader, product, { pages: pages.get(id) ?? [], unknown: unknown.get(id) ?? [] });
  }
}

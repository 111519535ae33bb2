import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { findNamedProducts, type NamedProduct } from "../../db/price-monitor/named-products.ts";
import {
  findKnownPrices,
  findMatches,
  findObservedProducts,
  insertDoubtful,
  insertObservations,
} from "../../db/price-monitor/observe.ts";
import { findOpenValidations, type ObservedOffer, putValidation } from "../../db/price-monitor/validations.ts";
import type { MessageKey } from "../http/output/messages.ts";
import { competitorsOf } from "./competitors-of-items.ts";
import { judge, type ObservationSource, type Verdict } from "./judge.ts";
import { LatestPrices } from "./latest-prices.ts";
import { type Seen, storeValid } from "./store-valid.ts";

/** What somebody says a competitor asks; prices in cents. */
export interface ObservedItem extends ObservedOffer {
  internalSku: string;
  competitorName: string;
  /** Known to whoever looked: it is not sought by its name, or SKU. */
  competitorId?: string;
  productId?: string;
}

/** What became of an item that was not taken. */
export interface Refusal {
  /** Its place among the items. */
  place: number;
  key: MessageKey;
}

/** The same seen again within so long is one. */
const SAME_MS = 60_000;
const GTIN = /^\d{8,14}$/;
const looseOf = (sku: string) => sku.replaceAll(/[- ]/g, "").replace(/^0+/, "").toUpperCase();

/** Everything that decides about items, read in a fixed number of statements. */
async function loadKnown(tx: Tx, items: readonly ObservedItem[], context: MutationContext) {
  const competitors = await competitorsOf(tx, items, context);
  const competitorOf = ({ competitorId, competitorName }: ObservedItem) =>
    competitors.byId.get(competitorId ?? "") ?? competitors.byName.get(competitorName);
  const skus = [...new Set(items.flatMap(({ internalSku, productId }) => (productId ? [] : internalSku)))];
  const named = Map.groupBy(
    await findNamedProducts(
      tx,
      skus.map((sku) => [sku, looseOf(sku), GTIN.test(sku) ? sku.padStart(14, "0") : null]),
    ),
    ({ asked }) => asked,
  );
  const found = [...named.values()].flatMap((each) => each.map(({ productId }) => productId));
  const productIds = [...new Set([...found, ...items.flatMap(({ productId }) => productId ?? [])])];
  const pairs = items.map((item) => [competitorOf(item)?.id ?? "", item.internalSku] as const);
  const [known, products, matches, open] = [
    await findKnownPrices(tx, productIds),
    await findObservedProducts(tx, productIds),
    await findMatches(tx, pairs),
    await findOpenValidations(tx, pairs),
  ];
  const pairOf = (of: { competitorId: string; internalSku: string }) => `${of.competitorId} ${of.internalSku}`;
  const byId = new Map(products.map((product) => [product.id, product]));
  return {
    competitorOf,
    /** The live products that an item may mean. */
    namedBy: ({ internalSku: asked, productId }: ObservedItem): readonly NamedProduct[] => {
      if (productId === undefined) return named.get(asked) ?? [];
      return byId.has(productId) ? [{ asked, productId, isLoose: false }] : [];
    },
    latest: new LatestPrices(known),
    products: byId,
    matches: new Map(matches.map((match) => [pairOf(match), match])),
    open: new Map(open.map((item) => [pairOf(item), item])),
  };
}
type KnownToAll = Awaited<ReturnType<typeof loadKnown>>;

const offerOf = ({ url, priceCents, priceOriginalCents, ...item }: ObservedItem): ObservedOffer => {
  const { shippingCostCents, stockStatus, sellerName, promoLabel } = item;
  return { url, priceCents, priceOriginalCents, shippingCostCents, stockStatus, sellerName, promoLabel };
};

/** What the items of a call come to. */
class Intake {
  readonly #known: KnownToAll;
  readonly #source: ObservationSource;
  readonly #nowMs: number;
  readonly valid: Seen[] = [];
  readonly doubtful: { item: ObservedItem; competitorId: string; verdict: Verdict & { kind: "doubtful" } }[] = [];
  readonly refusals: Refusal[] = [];
  /** The places of the doubtful ones. */
  readonly waiting: number[] = [];
  readonly #doubted = new Set<string>();

  constructor(known: KnownToAll, source: ObservationSource, nowMs: number) {
    this.#known = known;
    this.#source = source;
    this.#nowMs = nowMs;
  }

  take(item: ObservedItem, place: number): void {
    const { competitorOf, namedBy, latest, products, matches } = this.#known;
    const competitor = competitorOf(item);
    if (!competitor) return;
    const verdict = judge(item.priceCents, this.#source, {
      competitor,
      named: namedBy(item),
      match: matches.get(`${competitor.id} ${item.internalSku}`),
      expectedCents: (id) => latest.find(id, competitor.id)?.priceCents ?? products.get(id)?.priceCents ?? null,
    });
    if (verdict.kind === "rejected") {
      this.refusals.push({ place, key: verdict.key });
      return;
    }
    if (verdict.kind === "doubtful") {
      this.waiting.push(place);
      if (!this.#isDoubtedAlready(item, competitor.id))
        this.doubtful.push({ item, competitorId: competitor.id, verdict });
      return;
    }
    const offer = offerOf(item);
    const before = latest.find(verdict.productId, competitor.id);
    const isSame = before?.priceCents === item.priceCents && before.url === item.url;
    if (isSame && this.#nowMs - before.observedAtMs < SAME_MS) return;
    const observation = { ...offer, productId: verdict.productId, competitorId: competitor.id };
    this.valid.push({ observation, competitor, previousCents: latest.add(observation, this.#nowMs) });
  }

  #isDoubtedAlready(item: ObservedItem, competitorId: string): boolean {
    const pair = `${competitorId} ${item.internalSku}`;
    const offer = `${pair} ${item.priceCents} ${item.url}`;
    const open = this.#known.open.get(pair);
    const isSame = open?.observation.priceCents === item.priceCents && open.observation.url === item.url;
    if (this.#doubted.has(offer) || (isSame && this.#nowMs - open.createdAtMs < SAME_MS)) return true;
    this.#doubted.add(offer);
    return false;
  }
}

async function storeDoubtful(tx: Tx, { doubtful }: Intake, { now, newId }: MutationContext): Promise<void> {
  const nowMs = now();
  for (const { item, competitorId, verdict } of doubtful) {
    const observation = offerOf(item);
    const { internalSku } = item;
    const [productId] = verdict.candidates;
    const isOne = verdict.candidates.length === 1 && productId !== undefined;
    const row = isOne ? await insertDoubtful(tx, { ...observation, productId, competitorId }, nowMs) : null;
    await putValidation(tx, {
      id: newId(),
      reason: verdict.reason,
      status: "pending",
      competitorId,
      internalSku,
      candidates: verdict.candidates,
      observation,
      observationRow: row,
      createdAtMs: nowMs,
    });
  }
}

/** Takes in what was seen of competitors: valid ones count at once, with all that follows, doubtful ones wait for a person. */
export async function observe(
  tx: Tx,
  items: readonly ObservedItem[],
  source: ObservationSource,
  context: MutationContext,
): Promise<{ refusals: Refusal[]; pending: number; waiting: number[] }> {
  const known = await loadKnown(tx, items, context);
  const nowMs = context.now();
  const intake = new Intake(known, source, nowMs);
  for (const [place, item] of items.entries()) intake.take(item, place);
  const { valid, doubtful, refusals, waiting } = intake;
  const observations = valid.map(({ observation }) => observation);
  if (valid.length > 0) await insertObservations(tx, observations, { isValid: true, nowMs });
  await storeValid(tx, valid, { latest: known.latest, atMs: nowMs }, context);
  await storeDoubtful(tx, intake, context);
  return { refusals, pending: doubtful.length, waiting };
}

/** `items` is `ObservedItem[]` as JSON, which crosses threads several times faster than what it stands for. */
export const observePrices = mutation(
  "price-monitor.observe",
  async (tx, { items, source }: { items: string; source: ObservationSource }, context) => {
    // Written by the routes from such a list.
    const { refusals, pending } = await observe(tx, JSON.parse(items) as ObservedItem[], source, context);
    return { refusals, pending };
  },
);

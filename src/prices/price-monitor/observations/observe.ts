import { countObservations } from "../../../../db/competitors/competitors.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { findNamedProducts, type NamedProduct } from "../../../../db/price-monitor/named-products.ts";
import {
  findKnownPrices,
  findMatches,
  findObservedProducts,
  findRecentObservations,
  insertObservations,
  type Observation,
} from "../../../../db/price-monitor/observe.ts";
import { findOpenValidations, type ObservedOffer, putValidations } from "../../../../db/price-monitor/validations.ts";
import type { MessageKey } from "../../../http/output/messages.ts";
import type { Seen } from "../../price-alerts/alert-record.ts";
import { isOutOfStock } from "../../repricing/rules/stock-status.ts";
import { LatestPrices } from "../history/latest-prices.ts";
import { competitorsOf } from "./competitors-of-items.ts";
import { judge, type ObservationSource, type Verdict } from "./judge-price.ts";
import { RecentOffers, rowsOf, SAME_MS } from "./recent-offers.ts";
import { storeValid } from "./store-valid.ts";

/** What somebody says a competitor asks; prices in cents. */
export interface ObservedItem extends ObservedOffer {
  internalSku: string;
  competitorName: string;
  /** Known to the observer: it is not sought by its name, or SKU. */
  competitorId?: string;
  /** The tenant's own code for it. */
  competitorCode?: string;
  productId?: string;
}

/** What became of an item that was not taken. */
export interface Refusal {
  /** Its place among the items. */
  place: number;
  key: MessageKey;
}

const GTIN = /^\d{8,14}$/;
const looseOf = (sku: string) => sku.replaceAll(/[- ]/g, "").replace(/^0+/, "").toUpperCase();

/** Everything that decides about items, read in a fixed number of statements. */
async function loadKnown(tx: Tx, items: readonly ObservedItem[], context: MutationContext) {
  const competitorOf = await competitorsOf(tx, items, context);
  const skus = [...new Set(items.flatMap(({ internalSku, productId }) => (productId ? [] : internalSku)))];
  const named = Map.groupBy(
    await findNamedProducts(
      tx,
      skus.map((sku) => [sku, looseOf(sku), GTIN.test(sku) ? sku.padStart(14, "0") : null]),
    ),
    ({ requested }) => requested,
  );
  const found = [...named.values()].flatMap((each) => each.map(({ productId }) => productId));
  const productIds = [...new Set([...found, ...items.flatMap(({ productId }) => productId ?? [])])];
  const pairs = items.map((item) => [competitorOf(item)?.id ?? "", item.internalSku] as const);
  const [known, recent, products, matches, open] = [
    await findKnownPrices(tx, productIds),
    await findRecentObservations(tx, productIds, context.now() - SAME_MS),
    await findObservedProducts(tx, productIds),
    await findMatches(tx, pairs),
    await findOpenValidations(tx, pairs),
  ];
  const keyOf = (of: { competitorId: string; internalSku: string }) => `${of.competitorId} ${of.internalSku}`;
  const byId = new Map(products.map((product) => [product.id, product]));
  return {
    competitorOf,
    /** The live products that an item may mean. */
    namedBy: ({ internalSku: requested, productId }: ObservedItem): readonly NamedProduct[] => {
      if (productId === undefined) return named.get(requested) ?? [];
      return byId.has(productId) ? [{ requested, productId, isLoose: false }] : [];
    },
    latest: new LatestPrices(known),
    recent: new RecentOffers(recent),
    products: byId,
    matches: new Map(matches.map((match) => [keyOf(match), match])),
    open: new Map(open.map((item) => [keyOf(item), item])),
  };
}
type KnownToAll = Awaited<ReturnType<typeof loadKnown>>;

const offerOf = ({
  internalSku: _sku,
  competitorName: _name,
  competitorId: _competitor,
  competitorCode: _code,
  productId: _product,
  ...offer
}: ObservedItem): ObservedOffer => offer;

interface Doubtful {
  item: ObservedItem;
  competitorId: string;
  verdict: Verdict & { kind: "doubtful" };
}

const pairOf = ({ item, competitorId }: Doubtful): string => `${competitorId} ${item.internalSku}`;

/** The product that an observation means, as far as it means one. */
function productOf(verdict: Exclude<Verdict, { kind: "rejected" }>): string | undefined {
  if (verdict.kind === "valid") return verdict.productId;
  return verdict.candidates.length === 1 ? verdict.candidates[0] : undefined;
}

type Found = Pick<Seen, "observation" | "competitor">;

/** Those with stock before those without, then the cheapest. */
const byAdvantage = ({ observation: one }: Found, { observation: other }: Found): number =>
  Number(isOutOfStock(one.stockStatus)) - Number(isOutOfStock(other.stockStatus)) || one.priceCents - other.priceCents;

/** What the items of a call come to. */
class Intake {
  readonly #known: KnownToAll;
  readonly #source: ObservationSource;
  readonly #nowMs: number;
  readonly #doubtful: Doubtful[] = [];
  readonly #onPages: Found[] = [];
  readonly valid: Seen[] = [];
  /** Valid ones beside the one that counts of their competitor. */
  readonly beside: Observation[] = [];
  readonly refusals: Refusal[] = [];
  /** The places of the doubtful ones. */
  readonly waiting: number[] = [];

  constructor(known: KnownToAll, source: ObservationSource, nowMs: number) {
    this.#known = known;
    this.#source = source;
    this.#nowMs = nowMs;
  }

  take(item: ObservedItem, place: number): void {
    const { competitorOf, namedBy, latest, products, matches, recent } = this.#known;
    const competitor = competitorOf(item);
    if (!competitor) return;
    const competitorId = competitor.id;
    const verdict = judge(item.priceCents, this.#source, {
      competitor,
      named: namedBy(item),
      match: matches.get(`${competitorId} ${item.internalSku}`),
      expectedCents: (id) => latest.find(id, competitorId)?.priceCents ?? products.get(id)?.priceCents ?? null,
    });
    if (verdict.kind === "rejected") {
      this.refusals.push({ place, key: verdict.key });
      return;
    }
    const productId = productOf(verdict);
    const observation = productId === undefined ? undefined : { ...offerOf(item), productId, competitorId };
    // What was seen before stays what it was: prices that came after it would make another judgement of it.
    const wasValid = observation && recent.wasValid(observation);
    const isValid = wasValid ?? verdict.kind === "valid";
    if (!isValid) this.waiting.push(place);
    if (wasValid !== undefined) return;
    if (observation) recent.add(observation, isValid);
    if (verdict.kind === "doubtful") this.#doubtful.push({ item, competitorId, verdict });
    else if (observation) this.#onPages.push({ observation, competitor });
    if (this.#source !== "check") this.settle();
  }

  #count({ observation, competitor }: Found): void {
    this.valid.push({ observation, competitor, before: this.#known.latest.add(observation, this.#nowMs) });
  }

  /** Of several pages of a competitor for a product that a check has read, one counts: they were all seen at once. */
  settle(): void {
    const found = this.#onPages.splice(0);
    const pairOfFound = ({ observation: { productId, competitorId } }: Found) => `${productId} ${competitorId}`;
    for (const pages of Map.groupBy(found, pairOfFound).values()) {
      const [best, ...others] = pages.toSorted(byAdvantage);
      this.beside.push(...others.map(({ observation }) => observation));
      if (best) this.#count(best);
    }
  }

  /** The doubtful ones that are new, by competitor and SKU in their order. */
  doubtful(): Doubtful[][] {
    return [...Map.groupBy(this.#doubtful, pairOf).values()].filter((each) => !this.#isOpen(each.at(-1)));
  }

  /** Whether one that may mean several products waits already; of a competitor's SKU it is the last that waits. */
  #isOpen(last: Doubtful | undefined): boolean {
    const open = last && this.#known.open.get(pairOf(last));
    if (!open || productOf(last.verdict) !== undefined || this.#nowMs - open.createdAtMs >= SAME_MS) return false;
    return open.observation.priceCents === last.item.priceCents && open.observation.url === last.item.url;
  }
}

/** Stores doubtful observations, of those that may be one product's in its history, too. Returns how many they are. */
async function storeDoubtful(tx: Tx, intake: Intake, { now, newId }: MutationContext): Promise<number> {
  const nowMs = now();
  const pairs = intake.doubtful();
  const stored = pairs.flat().flatMap(({ item, competitorId, verdict }) => {
    const productId = productOf(verdict);
    return productId === undefined ? [] : { ...offerOf(item), productId, competitorId };
  });
  if (stored.length > 0) await insertObservations(tx, stored, { isValid: false, nowMs });
  const productIds = [...new Set(stored.map(({ productId }) => productId))];
  const rowOf = rowsOf(await findRecentObservations(tx, productIds, nowMs - SAME_MS));
  const waiting = pairs.flatMap((each) => {
    const last = each.at(-1);
    if (!last) return [];
    const { item, competitorId, verdict } = last;
    const { reason, candidates } = verdict;
    const [observation, productId] = [offerOf(item), productOf(verdict)];
    const observationRow = productId === undefined ? null : rowOf({ ...observation, productId, competitorId });
    const status = "pending" as const;
    const { internalSku } = item;
    const row = { id: newId(), reason, status, competitorId, internalSku, candidates, observation };
    return { ...row, observationRow, createdAtMs: nowMs };
  });
  if (waiting.length > 0) await putValidations(tx, waiting);
  return pairs.flat().length;
}

/** Takes in what was seen of competitors: valid ones count at once, with all that follows, doubtful ones wait for a person. */
export async function observe(
  tx: Tx,
  items: readonly ObservedItem[],
  source: ObservationSource,
  context: MutationContext,
): Promise<{ refusals: Refusal[]; pending: number; waiting: number[]; competitorIds: (string | undefined)[] }> {
  const known = await loadKnown(tx, items, context);
  const nowMs = context.now();
  const intake = new Intake(known, source, nowMs);
  for (const [place, item] of items.entries()) intake.take(item, place);
  intake.settle();
  const { valid, beside, refusals, waiting } = intake;
  if (beside.length > 0) {
    await insertObservations(tx, beside, { isValid: true, nowMs });
    await countObservations(
      tx,
      beside.map(({ competitorId: id }) => ({ id, count: 1 })),
    );
  }
  const observations = valid.map(({ observation }) => observation);
  if (valid.length > 0) await insertObservations(tx, observations, { isValid: true, nowMs });
  await storeValid(tx, valid, { latest: known.latest, atMs: nowMs }, context);
  const pending = await storeDoubtful(tx, intake, context);
  return { refusals, pending, waiting, competitorIds: items.map((item) => known.competitorOf(item)?.id) };
}

/** `items` is `ObservedItem[]` as JSON, which crosses threads several times faster than the objects. */
export const observePrices = mutation(
  "price-monitor.observe",
  async (tx, { items, source }: { items: string; source: ObservationSource }, context) => {
    // Written by the routes from such a list.
    const { refusals, pending } = await observe(tx, JSON.parse(items) as ObservedItem[], source, context);
    return { refusals, pending };
  },
);

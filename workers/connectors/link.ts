import type { Connector } from "../../db/connectors/connectors.ts";
import { findByExternalIds } from "../../db/connectors/mappings.ts";
import type { ShopOrderLine } from "../../db/connectors/shop-orders.ts";
import type { Reader } from "../../db/ports.ts";
import type { Adapter } from "../../src/connectors/engine/adapter.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { Found, MatchedBy, PushKind, PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import type { Api } from "../../src/connectors/engine/requests/platform-api.ts";
import { gathered } from "../../src/connectors/engine/requests/portions.ts";
import type { Placed } from "./place-items.ts";
import type { ItemPlace } from "./push-items.ts";

/** The way to the platform of a connector. */
export interface Way {
  connector: Connector;
  adapter: Adapter;
  api: Api;
  /** Nothing is changed: a platform that would refuse a SKU that it has is asked first. */
  isDry?: true;
  /** Whether a product that somebody else made on the platform is linked to ours with its SKU, or left alone. */
  existing: "link" | "skip";
  /** Which product here each of these ids of the platform is of. */
  holders: (externalIds: readonly string[]) => Promise<Map<string, string>>;
  /** Lines of orders here that are in one of these states, of these products. */
  openLines: (wanted: { productIds: readonly string[]; states: readonly string[] }) => Promise<ShopOrderLine[]>;
  /** By what rules products are made into items. `offers`, `stock`: for their stock or price, or their stock alone, which have no language. */
  content: (of?: "offers" | "stock") => Promise<ItemPlace>;
  /** Asks the shop whether its prices contain tax, where it has not said so and may: before prices are sent or taken. */
  askPriceTax: () => Promise<Connector>;
  /** Reads the languages of the platform before texts are sent; whether items that were made before are to be made again. */
  renewLanguages: () => Promise<boolean>;
  /** Gives items the platform's categories. */
  place: (items: readonly PushItem[]) => Promise<Placed>;
}

/** Products that are about to be sent, once it is known which of them the platform has already. */
export interface Prepared {
  items: readonly PushItem[];
  /** Those that were there before, made by somebody else. */
  links: ReadonlyMap<string, MatchedBy>;
  refused: PushOutcome[];
}

/** The answers that a look-up of fewer products may not get: an address has its limits, too. */
const MAY_BE_SMALLER = new Set([400, 413, 414]);

/** Products a request. */
export const CHUNK = 100;

/** Looks products up a hundred at a time. */
export const findAll = (way: Pick<Way, "adapter" | "api">, items: readonly PushItem[]): Promise<Found[]> =>
  gathered(items, CHUNK, (some) => findSome(way, some));

/** Looks products up, in halves when the platform refuses this number at once. */
async function findSome(way: Pick<Way, "adapter" | "api">, items: readonly PushItem[]): Promise<Found[]> {
  try {
    return (await way.adapter.find?.(way.api, items)) ?? [];
  } catch (error) {
    const isTooMany = error instanceof PlatformError && MAY_BE_SMALLER.has(error.status ?? 0);
    if (!isTooMany || items.length === 1) throw error;
    const middle = Math.ceil(items.length / 2);
    return [...(await findSome(way, items.slice(0, middle))), ...(await findSome(way, items.slice(middle)))];
  }
}

/** Which product here each of these ids of the platform is of. */
export const holdersIn = (db: Reader, connectorId: string) => async (externalIds: readonly string[]) => {
  const held = externalIds.length === 0 ? [] : await findByExternalIds(db, connectorId, externalIds);
  return new Map(held.map(({ externalId, productId }) => [externalId, productId]));
};

const shown = ({ sku, ean }: PushItem, by: MatchedBy) => (by === "sku" ? `the SKU ${sku}` : `the EAN ${ean}`);

/** Why a product is not linked to the one that the platform has; `undefined`: it is. */
function refusalOf(item: PushItem, { by, externalId, unfit }: Found, existing: Way["existing"]): string | undefined {
  const same = `The platform has a product with ${shown(item, by)} already (${externalId})`;
  if (unfit !== undefined) return `${same}, which cannot be linked: ${unfit}`;
  if (existing === "link") return undefined;
  return `${same}, which this connector did not make: sync_options.existing_products is "skip"`;
}

/** Only one product here can be the one that the platform has. */
const heldBy = (item: PushItem, externalId: string, productId: string) =>
  `The platform's product ${externalId} with ${shown(item, "sku")} is that of another product here (${productId})`;

/** Links products to those that the platform has, as the connector says. `items` has those that are not there, too. */
export async function linkFound(way: Way, items: readonly PushItem[], found: readonly Found[]): Promise<Prepared> {
  const byProduct = new Map(found.map((each) => [each.productId, each]));
  const idOf = ({ productId, sku }: PushItem) =>
    byProduct.get(productId)?.externalId ?? (way.adapter.sameSku === "changed" ? sku : undefined);
  const holders = await way.holders(items.flatMap((item) => idOf(item) ?? []));
  const errorOf = (item: PushItem): string | undefined => {
    const externalId = idOf(item);
    if (externalId === undefined) return undefined;
    const holder = holders.get(externalId) ?? item.productId;
    if (holder !== item.productId) return heldBy(item, externalId, holder);
    holders.set(externalId, holder);
    const there = byProduct.get(item.productId);
    return there && refusalOf(item, there, way.existing);
  };
  const links = new Map<string, MatchedBy>();
  const refused: PushOutcome[] = [];
  const ready: PushItem[] = [];
  for (const item of items) {
    const { productId } = item;
    const error = errorOf(item);
    const there = byProduct.get(productId);
    if (error !== undefined) refused.push({ productId, error });
    else ready.push(there ? linkedTo(item, there) : item);
    if (error === undefined && there) links.set(productId, there.by);
  }
  return { items: ready, links, refused };
}

/** Its own images stay, and what it costs there is not known. */
const linkedTo = (item: PushItem, { externalId, externalItemId = null }: Found): PushItem => ({
  ...item,
  externalId,
  externalItemId,
  hasImages: true,
  isPriceUnknown: true,
});

/**
 * Of products that are not on the platform yet, the second with a SKU is refused: it would be the same product there. `made`:
 * those that an interrupted run may have made.
 */
function withoutDoubles(items: readonly PushItem[], made: readonly PushItem[]) {
  const first = new Map(made.map(({ sku, productId }) => [sku.toLowerCase(), productId]));
  const refused: PushOutcome[] = [];
  const unique = items.filter(({ sku, productId }) => {
    const known = first.get(sku.toLowerCase());
    if (known === undefined) first.set(sku.toLowerCase(), productId);
    else refused.push({ productId, error: `Another product here has the SKU ${sku}, too (${known})` });
    return known === undefined;
  });
  return { unique, refused };
}

/**
 * Looks up products that are about to be made, before they are noted as such: a product that somebody else made there is
 * linked or refused, as the connector says. A platform that itself refuses a SKU that it has is only called when nothing is
 * to be linked. `doubtful`: those that an interrupted run may have made.
 */
export async function prepare(
  way: Way,
  kind: PushKind,
  items: readonly PushItem[],
  doubtful: ReadonlySet<string>,
): Promise<Prepared> {
  const isNew = ({ externalId, productId }: PushItem) => externalId === null && !doubtful.has(productId);
  const fresh = kind === "products" ? items.filter(isNew) : [];
  if (fresh.length === 0) return { items, links: new Map(), refused: [] };
  const { adapter, existing } = way;
  const begun = items.filter(({ externalId, productId }) => externalId === null && doubtful.has(productId));
  const { unique, refused } = withoutDoubles(fresh, begun);
  const looksFirst = adapter.sameSku !== "refused" || existing === "skip" || way.isDry === true;
  const found = looksFirst ? await findAll(way, unique) : [];
  const linked = await linkFound(way, unique, found);
  const ready = new Map(linked.items.map((item) => [item.productId, item]));
  const rest = items.flatMap((item) => (isNew(item) ? (ready.get(item.productId) ?? []) : item));
  return { items: rest, links: linked.links, refused: [...refused, ...linked.refused] };
}

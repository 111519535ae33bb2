import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import type { LevelMove } from "../../db/connectors/shop-orders.ts";
import type { SyncNote } from "../../db/connectors/sync-notes.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import type { PushedChunk } from "../../src/connectors/engine/synchronise.ts";
import { whenRemovedOf } from "../../src/connectors/offer-options.ts";
import type { JobContext } from "../../src/jobs/job.ts";
import { levelsOf, orRefused, replacedIn, withTargets } from "./levels.ts";
import type { Way } from "./link.ts";
import { isSendable, itemsOf } from "./push-items.ts";
import { chunkOf, send } from "./send.ts";

/** Products of a page that are no longer sold here and still are there, and those that are back. */
export interface Removal {
  hidden: readonly PushItem[];
  shown: readonly PushItem[];
  /** Those whose stock there is to be 0. */
  emptied: readonly PushItem[];
}

/** How many products there is something to do of. */
export const sizeOf = ({ hidden, shown, emptied }: Removal): number => hidden.length + shown.length + emptied.length;

/** Nothing is known of the stock there, or it is none. */
const mayBeSold = ({ stockFrom, variants }: PushItem) =>
  variants.length === 0 ? stockFrom !== 0 : variants.some((variant) => variant.stockFrom !== 0);

/** A product with a stock of 0, regardless of what the shop has. */
const emptied = (item: PushItem): PushItem => ({
  ...item,
  stock: 0,
  stockFrom: null,
  variants: item.variants.map((variant) => ({ ...variant, stock: 0, stockFrom: null })),
});

/** What is to be done of a page of products, as the connector says. */
export async function removalOf(
  way: Way,
  products: readonly PushedProduct[],
  { enforce, ...context }: Pick<JobContext<"connectors.sync">, "db" | "services"> & { enforce: boolean },
): Promise<Removal> {
  const wanted = whenRemovedOf(way.connector);
  const hides = wanted === "hide" && way.adapter.show !== undefined;
  const there = products.filter(({ externalId }) => externalId !== null);
  const back = there.filter((product) => product.isHidden && isSendable(product, enforce));
  const gone = there.filter((product) => !isSendable(product, enforce) && !product.isHidden);
  const concerned = [...back, ...(wanted === "keep" ? [] : gone)];
  if (concerned.length === 0) return { hidden: [], shown: [], emptied: [] };
  const references = new Map(concerned.map(({ id, reference }) => [id, reference]));
  const items = (
    await itemsOf(concerned, await way.content("stock"), { ...context, connectorId: way.connector.id })
  ).map((item) => ({
    ...item,
    // The texts of one that was deleted are not read.
    sku: way.adapter.sameSku === "changed" ? (item.externalId ?? "") : (references.get(item.productId) ?? item.sku),
  }));
  const backIds = new Set(back.map(({ id }) => id));
  const left = items.filter(({ productId }) => !backIds.has(productId));
  return {
    hidden: hides ? left : [],
    shown: items.filter(({ productId }) => backIds.has(productId)),
    emptied: hides ? [] : left.filter((item) => item.isStockOfShop !== true && mayBeSold(item)).map(emptied),
  };
}

interface Noting {
  jobId: string;
  sent: ReadonlyMap<string, string | null>;
  note: (chunk: PushedChunk) => Promise<void>;
  noteMoves: (moves: LevelMove[]) => Promise<void>;
}

/** Hides and shows products. One that the platform no longer has is not for sale there: it is forgotten. */
async function show(way: Way, items: readonly PushItem[], isShown: boolean, { jobId, note }: Noting): Promise<void> {
  if (items.length === 0 || way.adapter.show === undefined) return;
  const outcomes = await orRefused(items, () => way.adapter.show?.(way.api, items, isShown) ?? Promise.resolve([]));
  const done = outcomes.flatMap((each) => ("error" in each ? [] : [each.productId]));
  const missing = outcomes.flatMap((each) => ("error" in each && each.isMissing ? [each.productId] : []));
  const errors = outcomes.filter((each) => "error" in each && !each.isMissing);
  const counts = { pushed: isShown ? 0 : done.length, errors: errors.length };
  const notes = errors
    .flatMap((each) => noteOf(items, each))
    .map((note) => ({ ...note, message: way.api.redact(note.message) }));
  const noted = isShown ? { shown: done } : { hidden: done };
  await note({ connectorId: way.connector.id, jobId, counts, mappings: [], missing, notes, ...noted });
}

function noteOf(items: readonly PushItem[], outcome: PushOutcome): SyncNote[] {
  const { sku = null, externalId = null } = items.find(({ productId }) => productId === outcome.productId) ?? {};
  if (!("error" in outcome)) return [];
  return [{ productId: outcome.productId, sku, externalId, result: "error", message: outcome.error }];
}

/** Sets the stock of products to 0, and leaves what orders have sold. */
async function empty(way: Way, items: readonly PushItem[], { jobId, sent, note, noteMoves }: Noting): Promise<void> {
  if (items.length === 0) return;
  await noteMoves(items.flatMap(replacedIn));
  const ready = { items: await withTargets(way, items), links: new Map<string, never>(), refused: [] };
  const outcomes = await orRefused(items, () => send(way, "stock", ready, new Set()));
  const chunk = chunkOf(way, { jobId, kind: "stock", items }, outcomes, sent);
  const isWrong = (each: PushOutcome) => "error" in each && !each.isMissing;
  const errors = outcomes.filter(isWrong).length;
  const counts = { pushed: outcomes.filter((each) => !("error" in each)).length, errors };
  const missing = new Set(chunk.missing);
  const notes = chunk.notes?.filter(({ productId }) => !missing.has(productId ?? "")) ?? [];
  await note({ ...chunk, counts, notes, ...levelsOf(items, outcomes) });
}

/** Does what is to be done: what is sold again first. Throws `PlatformError` for what would refuse everything. */
export async function carryOut(way: Way, removal: Removal, noting: Noting): Promise<void> {
  await show(way, removal.shown, true, noting);
  await show(way, removal.hidden, false, noting);
  await empty(way, removal.emptied, noting);
}

import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import type { LevelMove } from "../../db/connectors/shop-orders.ts";
import type { SyncNote } from "../../db/connectors/sync-notes.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushKind } from "../../src/connectors/engine/push/push-outcome.ts";
import { noteMoves, notePushed, noteSending, type PushedChunk } from "../../src/connectors/engine/synchronise.ts";
import { notePulledOrders, type PulledOrders } from "../../src/connectors/orders/note-orders.ts";
import type { SyncJob } from "../../src/connectors/sync-job.ts";
import type { JobContext } from "../../src/jobs/job.ts";
import { findPublication } from "../../src/settings/publication.ts";
import { CHUNK, type Way } from "./link.ts";
import { takeOrdersInDoubt } from "./pull-orders.ts";
import { isSendable, itemsOf } from "./push-items.ts";
import { openPushed } from "./pushed-pages.ts";
import { carryOut, removalOf, sizeOf } from "./removed.ts";
import {
  type Counted,
  isEmpty,
  isForBulk,
  type Plan,
  partOf,
  planOf,
  readyPlan,
  sendPage,
  withoutWhole,
} from "./send-page.ts";

export type Context = JobContext<"connectors.sync">;
export type Checkpoint = NonNullable<Context["checkpoint"]>;

export interface Run extends Way {
  job: SyncJob;
}

const KINDS: Partial<Record<SyncJob["jobType"], PushKind>> = {
  push_products: "products",
  push_stock: "stock",
  push_prices: "prices",
};

/** How long a push waits while the connector's live push has a chunk under way. */
const LIVE_WAIT_MS = 100;

/** What a chunk of products is sent with. */
interface Sending {
  context: Context;
  kind: PushKind;
  enforce: boolean;
  /** What was sent of each product before. */
  sent: Map<string, string | null>;
  /** How products of the chunk were counted, also in an attempt that was lost. */
  counted: Counted;
  /** The last product that is noted, as the place of its row. */
  after: number;
  /** The same once pages of the chunk are through: the next attempt begins there. */
  done: { after: number };
}

/** Pushes products to a platform, chunk by chunk, after the last one that is noted. */
export async function push(run: Run, context: Context, from: Checkpoint): Promise<void> {
  const { job, connector, api } = run;
  const { db, commit, signal } = context;
  const kind = KINDS[job.jobType] ?? "products";
  const { enforce } = await findPublication(db);
  let { after } = from;
  const counted: Counted = new Map(Object.entries(from.counted ?? {}));
  // Once it is through, the live push leaves everything to this job; what it has made is read after that.
  const noUnknown = { connectorId: connector.id, unknown: [] };
  while ((await commit(noteSending, noUnknown, { checkpoint: from })).isBusy) await api.wait(LIVE_WAIT_MS);
  for (;;) {
    signal.throwIfAborted();
    const last = await pushNext(run, context, { after, enforce, kind, counted });
    if (last === undefined) return;
    after = last;
    context.throwIfTurnIsOver();
  }
}

const TRIES = 3;
const FIRST_WAIT_MS = 500;

/** Sends the next chunk, and returns the place of its last product. Where the answer of differences was lost, all is read again. */
async function pushNext(run: Run, context: Context, from: Next): Promise<number | undefined> {
  const done = { after: from.after };
  for (let attempt = 1; ; attempt++) {
    const next = { ...from, after: done.after };
    const chunk = await nextChunk(run, context, next);
    const last = chunk.products.at(-1);
    if (!last) return undefined;
    try {
      await pushChunk(run, chunk, { context, ...next, done, sent: sentBefore(chunk) });
      return last.rowId;
    } catch (error) {
      const isLost = error instanceof PlatformError && error.isUncertain && run.adapter.changesLevels === true;
      if (!isLost || attempt === TRIES) throw error;
      await run.api.wait(FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}

async function nextChunk(run: Run, context: Context, next: Next): Promise<Chunk> {
  const { db, services, signal, commit } = context;
  const note = (page: PulledOrders) => commit(notePulledOrders, page, { checkpoint: placeIn(next) });
  const chunk = await readChunk(run, context, next);
  const isTaken = await takeOrdersInDoubt(run, chunk.plan, { db, nowMs: services.now() }, { note, signal });
  const isRenewed = chunk.plan.whole.length > 0 && (await run.renewLanguages());
  return isTaken || isRenewed ? readChunk(run, context, next) : chunk;
}

/** Which products are next: those after a place. */
type Next = Pick<Sending, "after" | "enforce" | "kind" | "counted">;

/** How far a push is: behind a product, with what was counted of those that follow. After an interruption none counts twice. */
const placeIn = ({ after, counted }: Pick<Sending, "after" | "counted">): Checkpoint => ({
  ...{ after, cursor: null },
  ...(counted.size > 0 && { counted: Object.fromEntries(counted) }),
});

interface Chunk {
  products: PushedProduct[];
  items: PushItem[];
  plan: Plan;
}

const sentBefore = ({ products }: Pick<Chunk, "products">) => new Map(products.map(({ id, sent }) => [id, sent]));

/** Sends a chunk page by page; before them what the platform carries out by itself, where it is much. */
async function pushChunk(run: Run, { products, items, plan }: Chunk, sending: Sending): Promise<void> {
  const isBulk = isForBulk(run, plan);
  if (isBulk) await sendPlanned(run, partOf(plan, plan.whole), products, sending);
  const size = run.adapter.chunk ?? CHUNK;
  let { after } = sending;
  for (let at = 0; at < products.length; at += size) {
    // What has gone by itself is not read again: it would go again where it is forced.
    if (at > 0 && !isBulk) sending.context.throwIfTurnIsOver();
    const page = products.slice(at, at + size);
    const ids = new Set(page.map(({ id }) => id));
    const ofPage = items.filter(({ productId }) => ids.has(productId));
    await pushPage(run, { products: page, items: ofPage, plan: partOf(plan, ofPage), isBulk }, { ...sending, after });
    after = page.at(-1)?.rowId ?? after;
  }
}

interface Page extends Chunk {
  /** What is whole has gone before. */
  isBulk: boolean;
}

/** Sends what goes of some products, takes from sale what is no longer sold, and notes how far the push is. */
async function pushPage(run: Run, page: Page, sending: Sending): Promise<void> {
  const { job, connector } = run;
  const { products, items, plan, isBulk } = page;
  const { context, kind, counted, done } = sending;
  const removed = await sendRemoved(run, products, sending);
  const live = products.filter(({ deletedAtMs }) => deletedAtMs === null).length;
  const going = new Set([...plan.whole, ...plan.stock, ...plan.prices]);
  const gone = items.filter((item) => !going.has(item) && counted.has(item.productId)).length;
  const skipped = live - items.length + plan.unchanged - gone - removed;
  const left = isBulk ? withoutWhole(plan) : plan;
  if (!isEmpty(left)) await sendPlanned(run, left, products, sending);
  for (const { id } of products) counted.delete(id);
  const checkpoint = placeIn({ after: products.at(-1)?.rowId ?? sending.after, counted });
  const rest = { connectorId: connector.id, jobId: job.id, counts: { skipped }, mappings: [], missing: [] };
  await context.commit(notePushed, { ...rest, notes: problemsOf(kind, items) }, { checkpoint });
  done.after = checkpoint.after;
}

/** Of a chunk that is larger than a page no more texts than this are held in memory. */
const TEXT_MAX = 16 * 1024 * 1024;

/** The next products, as many as the platform takes at a time, and what is sent of those that are to be. */
async function readChunk(run: Run, context: Context, { after, enforce, kind }: Next): Promise<Chunk> {
  const { job, connector, adapter } = run;
  const place = await run.content({ products: undefined, prices: "offers" as const, stock: "stock" as const }[kind]);
  const read = openPushed(context.db, { ...job.scope, connectorId: connector.id });
  const products: PushedProduct[] = [];
  const items: PushItem[] = [];
  const most = adapter.chunk ?? (kind === "products" ? adapter.bulk?.upTo : undefined) ?? CHUNK;
  let texts = 0;
  do {
    const { products: page, isLast } = await read(products.at(-1)?.rowId ?? after, CHUNK);
    const wanted = page.filter((product) => isSendable(product, enforce));
    const made = await itemsOf(wanted, place, { ...context, connectorId: connector.id });
    products.push(...page);
    items.push(...made);
    texts += made.reduce((sum, { description, title }) => sum + description.length + title.length, 0);
    if (isLast) break;
  } while (products.length < most && texts < TEXT_MAX);
  const wanted = { kinds: new Set([kind]), isForced: job.scope.isForced === true };
  return { products, items, plan: planOf(run, items, sentBefore({ products }), wanted) };
}

/** Notes what is about to be sent, and sends it. */
async function sendPlanned(
  run: Run,
  plan: Plan,
  products: readonly PushedProduct[],
  { context: { commit }, sent, counted, after }: Sending,
): Promise<void> {
  const { job, connector } = run;
  const ready = await readyPlan(run, plan, products);
  const sending = { connectorId: connector.id, unknown: ready.sending };
  if (ready.sending.length > 0) await commit(noteSending, sending, { checkpoint: placeIn({ after, counted }) });
  await sendPage(run, ready, { jobId: job.id, sent, counted, ...notingOf(run, commit, { after, counted }) });
}

/** Notes what is about to be sent and what became of it, with how far the push is. */
const notingOf = ({ connector }: Run, commit: Context["commit"], place: Pick<Sending, "after" | "counted">) => ({
  note: (chunk: PushedChunk) => commit(notePushed, chunk, { checkpoint: placeIn(place) }),
  noteMoves: (moves: LevelMove[]) =>
    commit(noteMoves, { connectorId: connector.id, moves }, { checkpoint: placeIn(place) }),
});

/** Takes from sale what is no longer sold here. Returns how many products of those that are counted already were not skipped. */
async function sendRemoved(
  run: Run,
  products: readonly PushedProduct[],
  { context, sent, counted, after, enforce }: Sending,
): Promise<number> {
  const { job } = run;
  if (job.jobType === "push_prices") return 0;
  const removal = await removalOf(run, products, { ...context, enforce });
  if (sizeOf(removal) === 0) return 0;
  await carryOut(run, removal, { jobId: job.id, sent, ...notingOf(run, context.commit, { after, counted }) });
  const deleted = new Set(products.flatMap(({ id, deletedAtMs }) => (deletedAtMs === null ? [] : [id])));
  // Deleted products are counted as skipped where they are named, and not otherwise.
  const isCounted = ({ productId }: PushItem) => job.scope.productIds !== undefined || !deleted.has(productId);
  return [...removal.hidden, ...removal.emptied].filter(isCounted).length;
}

/** Why prices are not sent, where a push is of them. */
const problemsOf = (kind: PushKind, items: readonly PushItem[]): SyncNote[] =>
  items.flatMap(({ productId, sku, externalId, priceProblem }) =>
    kind !== "prices" || externalId === null || priceProblem === undefined
      ? []
      : [{ productId, sku, externalId, result: "noted", message: priceProblem }],
  );

import { type Connector, findConnector } from "../../db/connectors/connectors.ts";
import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import { findOrdersSeen } from "../../db/connectors/shop-orders.ts";
import type { SyncNote } from "../../db/connectors/sync-notes.ts";
import { applyPulled } from "../../src/connectors/engine/apply-pulled.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { changeableOf } from "../../src/connectors/engine/pull-fields.ts";
import type { PullRules } from "../../src/connectors/engine/pull-rules.ts";
import type { PushItem } from "../../src/connectors/engine/push-item.ts";
import type { PushKind } from "../../src/connectors/engine/push-outcome.ts";
import { stockOwnerOf, takesLevels } from "../../src/connectors/engine/stock-owner.ts";
import { endSync, notePushed, noteSending } from "../../src/connectors/engine/synchronise.ts";
import { notePulledOrders, type PulledOrders } from "../../src/connectors/orders/note-orders.ts";
import { type SyncJob, SyncJobs } from "../../src/connectors/sync-job.ts";
import { type JobContext, type JobHandler, TurnIsOver } from "../../src/jobs/job.ts";
import { findPublication } from "../../src/settings/publication.ts";
import type { Way } from "./link.ts";
import { deleteToken, openWay } from "./open-way.ts";
import { isSendable, itemsOf } from "./push-items.ts";
import { openPushed } from "./pushed-pages.ts";
import { carryOut, removalOf, sizeOf } from "./removed.ts";
import { isEmpty, planOf, type ReadyPlan, readyPlan, sendPage } from "./send-page.ts";

type Context = JobContext<"connectors.sync">;
type Checkpoint = NonNullable<Context["checkpoint"]>;

/** A synchronisation waits no longer than this for rates and works of its platform. */
const WAITED_MAX_MS = 24 * 60 * 60_000;
/** Products a request. */
const CHUNK = 100;

interface Run extends Way {
  job: SyncJob;
}

/** Pushes products to a platform or pulls them from it, chunk by chunk, after the last one that is noted. */
export const sync: JobHandler<"connectors.sync"> = async ({ connectorId, jobId }, context) => {
  const { db, services, commit, signal, checkpoint } = context;
  const job = await SyncJobs.find(db, jobId);
  if (job?.status !== "processing") return;
  const connector = await findConnector(db, connectorId);
  if (!connector) {
    await commit(endSync, { connectorId, jobId, error: "The connector was deleted" }, "done");
    return;
  }
  try {
    const run = { ...(await openWay(connector, { services, db, signal })), job };
    const from: Checkpoint = checkpoint ?? { after: 0, cursor: null };
    await (WORKS[job.jobType] ?? push)(run, context, from);
    await commit(endSync, { connectorId, jobId, error: null }, "done");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.waitMs !== undefined && services.now() - job.startedAtMs < WAITED_MAX_MS)
      throw new TurnIsOver(error.waitMs);
    if (error.reason === "credentials") await deleteToken(connector, { services, db, signal });
    const isOfConnector = error.reason !== "refused";
    await commit(endSync, { connectorId, jobId, error: error.message, isOfConnector }, "done");
  }
};

/** What is no push. */
const WORKS: Partial<Record<SyncJob["jobType"], typeof push>> = { pull_products: pull, pull_orders: pullOrders };

const KINDS: Partial<Record<SyncJob["jobType"], PushKind>> = {
  push_products: "products",
  push_stock: "stock",
  push_prices: "prices",
};

/** How long a push waits while the connector's live push has a chunk under way. */
const LIVE_WAIT_MS = 100;

async function push(run: Run, context: Context, from: Checkpoint): Promise<void> {
  const { job, connector, api } = run;
  const { db, commit, signal } = context;
  const kind = KINDS[job.jobType] ?? "products";
  const { enforce } = await findPublication(db);
  let { after } = from;
  // Once it is through, the live push leaves everything to this job; what it has made is read after that.
  const noUnknown = { connectorId: connector.id, unknown: [] };
  while ((await commit(noteSending, noUnknown, { checkpoint: from })).isBusy) await api.wait(LIVE_WAIT_MS);
  for (;;) {
    signal.throwIfAborted();
    const { products, items } = await readChunk(run, context, { after, enforce });
    const last = products.at(-1);
    if (!last) return;
    const sent = new Map(products.map((product) => [product.id, product.sent]));
    const plan = planOf(run, items, sent, { kinds: new Set([kind]), isForced: job.scope.isForced === true });
    const removed = await sendRemoved(run, products, { context, sent, after, enforce });
    const live = products.filter(({ deletedAtMs }) => deletedAtMs === null).length;
    const skipped = live - items.length + plan.unchanged - removed;
    if (!isEmpty(plan)) await sendPlanned(run, await readyPlan(run, plan, products), { context, sent, after });
    after = last.rowId;
    const checkpoint = { after, cursor: null };
    const counts = { skipped };
    const rest = { connectorId: connector.id, jobId: job.id, counts, mappings: [], missing: [] };
    await commit(notePushed, { ...rest, notes: problemsOf(kind, items) }, { checkpoint });
    context.throwIfTurnIsOver();
  }
}

/** Of a chunk that is larger than a page no more texts than this are held in memory. */
const TEXT_MAX = 16 * 1024 * 1024;

/** The next products, as many as the platform takes at a time, and what is sent of those that are to be. */
async function readChunk(
  { job, connector, adapter, content }: Run,
  context: Context,
  { after, enforce }: { after: number; enforce: boolean },
): Promise<{ products: PushedProduct[]; items: PushItem[] }> {
  const read = openPushed(context.db, { ...job.scope, connectorId: connector.id });
  const products: PushedProduct[] = [];
  const items: PushItem[] = [];
  let texts = 0;
  do {
    const { products: page, isLast } = await read(products.at(-1)?.rowId ?? after, CHUNK);
    const wanted = page.filter((product) => isSendable(product, enforce));
    const made = await itemsOf(wanted, await content(), { ...context, connectorId: connector.id });
    products.push(...page);
    items.push(...made);
    texts += made.reduce((sum, { description, title }) => sum + description.length + title.length, 0);
    if (isLast) break;
  } while (products.length < (adapter.chunk ?? CHUNK) && texts < TEXT_MAX);
  return { products, items };
}

/** Notes what is about to be sent, and sends it. */
async function sendPlanned(
  run: Run,
  plan: ReadyPlan,
  { context: { commit }, sent, after }: { context: Context; sent: Map<string, string | null>; after: number },
): Promise<void> {
  const { job, connector } = run;
  const progress = { checkpoint: { after, cursor: null } };
  const sending = { connectorId: connector.id, unknown: plan.sending };
  if (plan.sending.length > 0) await commit(noteSending, sending, progress);
  await sendPage(run, plan, { jobId: job.id, sent, note: (chunk) => commit(notePushed, chunk, progress) });
}

/** Takes from sale what is no longer sold here. Returns how many products of those that are counted already were not skipped. */
async function sendRemoved(
  run: Run,
  products: readonly PushedProduct[],
  given: { context: Context; sent: ReadonlyMap<string, string | null>; after: number; enforce: boolean },
): Promise<number> {
  const { job } = run;
  if (job.jobType === "push_prices") return 0;
  const { context, sent, after, enforce } = given;
  const removal = await removalOf(run, products, { ...context, enforce });
  if (sizeOf(removal) === 0) return 0;
  const progress = { checkpoint: { after, cursor: null } };
  await carryOut(run, removal, { jobId: job.id, sent, note: (chunk) => context.commit(notePushed, chunk, progress) });
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

/** What the tenant lets a pull change. */
const rulesOf = (connector: Connector): PullRules => ({
  createsMissing: true,
  takesImages: connector.syncOptions["pull_images"] === true,
  fields: changeableOf(connector, null),
});

/**
 * Where levels are taken, orders come first: from the first one on they say what the shop sells, and a level that holds it already
 * would count it twice. Credentials that may not read orders leave the levels alone.
 */
async function takeOrdersFirst(run: Run, context: Context): Promise<void> {
  const { connector, adapter } = run;
  if (!adapter.orders || stockOwnerOf(connector) === "shop") return;
  if (!(await takesLevels(context.db, connector))) return;
  try {
    const sinceMs = (await findOrdersSeen(context.db, connector.id)) ?? connector.createdAtMs;
    // No place to go on from: the orders of an interrupted run are read again, and count once.
    const note: NotePage = (page) => context.commit(notePulledOrders, page, "kept");
    await readOrders(run, { sinceMs, cursor: null, marks: true }, { note, signal: context.signal });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
  }
}

async function pull(run: Run, context: Context, from: Checkpoint): Promise<void> {
  const { job, connector, adapter, api, content } = run;
  const { commit, signal, throwIfTurnIsOver } = context;
  const sinceMs = job.scope.sinceUs === undefined ? null : Math.floor(job.scope.sinceUs / 1_000);
  let { cursor } = from;
  if (cursor === null) await takeOrdersFirst(run, context);
  const [language] = (await content()).plan.languages;
  for (;;) {
    signal.throwIfAborted();
    const page = await adapter.pull?.(api, { sinceMs, cursor, ...(language !== undefined && { language }) });
    if (!page) return;
    const input = { connectorId: connector.id, jobId: job.id, products: page.products, rules: rulesOf(connector) };
    cursor = page.next;
    await commit(applyPulled, input, { checkpoint: { after: 0, cursor } });
    if (cursor === null) return;
    throwIfTurnIsOver();
  }
}

/** Orders are read again from this long before the last pull began: a shop's clock may be behind. */
const OVERLAP_MS = 10 * 60_000;

type NotePage = (page: PulledOrders) => Promise<void>;

/** Reads orders page by page. `marks`: up to the beginning of the job all are read with these. */
async function readOrders(
  { job, connector, adapter, api }: Run,
  { sinceMs, cursor: first, marks }: { sinceMs: number; cursor: string | null; marks: boolean },
  { note, signal }: { note: (page: PulledOrders, next: string | null) => Promise<void>; signal: AbortSignal },
): Promise<void> {
  for (let cursor = first, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    signal.throwIfAborted();
    const page = await adapter.orders?.(api, { sinceMs, cursor });
    if (!page) return;
    cursor = page.next;
    const seenMs = cursor === null && marks ? job.startedAtMs - OVERLAP_MS : null;
    await note({ connectorId: connector.id, jobId: job.id, news: page.orders, seenMs }, cursor);
  }
}

async function pullOrders(run: Run, context: Context, from: Checkpoint): Promise<void> {
  const { job, connector } = run;
  const { db, commit, signal, throwIfTurnIsOver } = context;
  const seenMs = (await findOrdersSeen(db, connector.id)) ?? connector.createdAtMs;
  const wantedMs = job.scope.sinceUs === undefined ? seenMs : Math.floor(job.scope.sinceUs / 1_000);
  const note = async (page: PulledOrders, cursor: string | null) => {
    await commit(notePulledOrders, page, { checkpoint: { after: 0, cursor } });
    if (cursor !== null) throwIfTurnIsOver();
  };
  // Since a later time than was seen, there may be some between.
  await readOrders(run, { sinceMs: wantedMs, cursor: from.cursor, marks: wantedMs <= seenMs }, { note, signal });
}

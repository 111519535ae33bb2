import { findConnector } from "../../db/connectors/connectors.ts";
import { connectorFeeds } from "../../db/connectors/feeds.ts";
import { listChangedForPush, type PushedProduct } from "../../db/connectors/pushed-products.ts";
import type { LevelMove } from "../../db/connectors/shop-orders.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { autoPushOf, noteLiveSending, noteSeen, restLive } from "../../src/connectors/engine/push/live.ts";
import { noteMoves, notePushed, type PushedChunk } from "../../src/connectors/engine/synchronise.ts";
import { notePulledOrders, type PulledOrders } from "../../src/connectors/orders/note-orders.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { findPublication } from "../../src/settings/publication.ts";
import type { Way } from "./link.ts";
import { deleteToken, openWay } from "./open-way.ts";
import { takeOrdersInDoubt } from "./pull-orders.ts";
import { isSendable, itemsOf } from "./push-items.ts";
import { carryOut, removalOf, sizeOf } from "./removed.ts";
import { isEmpty, planOf, readyPlan, sendPage } from "./send-page.ts";

type Context = JobContext<"connectors.live">;

const CHUNK = 100;
/** After this number of chunks others have their turn. */
const CHUNKS_MAX = 20;

/** Sends what has changed since a connector last looked, each product once, in the order of their last changes. */
export const live: JobHandler<"connectors.live"> = async ({ connectorId }, context) => {
  const { db, services, signal, commit } = context;
  const connector = await findConnector(db, connectorId);
  if (!connector?.isActive || !connector.isConfigured) return;
  let way: Way | undefined;
  try {
    way = await openWay(connector, { services, db, signal });
    for (let chunk = 0; chunk < CHUNKS_MAX; chunk++) {
      signal.throwIfAborted();
      if (!(await sendNext(way, context)).isMore) return;
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.reason === "credentials") await deleteToken(connector, { services, db, signal });
    await commit(restLive, { connectorId, error: way?.api.redact(error.message) ?? error.message }, "done");
  }
};

/** The next changes up to one change number. */
async function readNext({ db }: Context, connectorId: string, afterUs: number) {
  // Before the rows: a change that comes between is read, or is left for the next time.
  const clockUs = await readSequence(db);
  const products = await listChangedForPush(db, { connectorId, afterUs, limit: CHUNK });
  const lastUs = products.at(-1)?.updatedAtUs ?? 0;
  const isMore = products.length === CHUNK;
  return { products, isMore, toUs: isMore ? lastUs : Math.max(clockUs, lastUs) };
}

/** The next changes with what goes of them. Orders are taken first where the outcome of levels is in doubt. */
async function planNext(way: Way, context: Context, afterUs: number) {
  const { enforce } = await findPublication(context.db);
  const kinds = autoPushOf(way.connector);
  const planned = async () => {
    const { products, ...rest } = await readNext(context, way.connector.id, afterUs);
    const wanted = products.filter((product) => isOwn(product) && isSendable(product, enforce));
    const sent = new Map(products.map((product) => [product.id, product.sent]));
    const place = await way.content(kinds.has("products") ? undefined : kinds.has("prices") ? "offers" : "stock");
    const items = await itemsOf(wanted, place, { ...context, connectorId: way.connector.id });
    return { products, ...rest, enforce, sent, plan: planOf(way, items, sent, { kinds, isForced: false }) };
  };
  const next = await planned();
  const isRenewed = next.plan.whole.length > 0 && (await way.renewLanguages());
  const { db, services, signal, commit } = context;
  const note = (page: PulledOrders) => commit(notePulledOrders, page, "kept");
  const isTaken = await takeOrdersInDoubt(way, next.plan, { db, nowMs: services.now() }, { note, signal });
  return isRenewed || isTaken ? planned() : next;
}

const isOwn = ({ updatedAtUs, pulledUs }: PushedProduct) => updatedAtUs !== pulledUs;

async function sendNext(way: Way, context: Context): Promise<{ isMore: boolean }> {
  const { db, commit } = context;
  const { connector } = way;
  const connectorId = connector.id;
  const feed = await connectorFeeds.find(db, { connectorId });
  if (!feed) return { isMore: false };
  const { products, isMore, toUs, enforce, sent, plan } = await planNext(way, context, feed.seenUs);
  const removal = await removalOf(way, products.filter(isOwn), { ...context, enforce });
  const hasSent = !isEmpty(plan) || sizeOf(removal) > 0;
  if (hasSent) {
    const ready = await readyPlan(way, plan, products);
    const job = await commit(noteLiveSending, { connectorId, unknown: ready.sending }, "kept");
    if (!job) return { isMore: false };
    const noting = {
      ...{ jobId: job.jobId, sent, counted: new Map() },
      note: (chunk: PushedChunk) => commit(notePushed, chunk, "kept"),
      noteMoves: (moves: LevelMove[]) => commit(noteMoves, { connectorId, moves }, "kept"),
    };
    await carryOut(way, removal, noting);
    await sendPage(way, ready, noting);
  }
  await commit(noteSeen, { connectorId, seenUs: toUs, hasSent }, "kept");
  return { isMore };
}

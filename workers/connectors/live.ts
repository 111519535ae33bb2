import { findConnector } from "../../db/connectors/connectors.ts";
import { findFeed } from "../../db/connectors/feeds.ts";
import { listChangedForPush, type PushedProduct } from "../../db/connectors/pushed-products.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { PlatformError, type PushItem, type PushKind, type PushOutcome } from "../../src/connectors/engine/adapter.ts";
import { autoPushOf, noteLiveSending, noteSeen, restLive } from "../../src/connectors/engine/live.ts";
import { notePushed } from "../../src/connectors/engine/synchronise.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { findPublication } from "../../src/settings/publication.ts";
import { type Prepared, prepare, type Way } from "./link.ts";
import { deleteToken, openWay } from "./open-way.ts";
import { isOfKind, isSendable, itemsOf, unmadeOf } from "./push-items.ts";
import { chunkOf, send } from "./send.ts";
import { partsOf, readSent } from "./sent.ts";

type Context = JobContext<"connectors.live">;

const CHUNK = 100;
/** After this number of chunks others have their turn. */
const CHUNKS_MAX = 20;

/** Sends what has changed since a connector last looked, each product once, in the order of their last changes. */
export const live: JobHandler<"connectors.live"> = async ({ connectorId }, context) => {
  const { db, services, signal, commit } = context;
  const connector = await findConnector(db, connectorId);
  if (!connector?.isActive || !connector.isConfigured) return;
  try {
    const way = await openWay(connector, { services, db, signal });
    for (let chunk = 0; chunk < CHUNKS_MAX; chunk++) {
      signal.throwIfAborted();
      if (!(await sendNext(way, context)).isMore) return;
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.reason === "credentials") await deleteToken(connector, { services, db, signal });
    await commit(restLive, { connectorId, error: error.message }, "done");
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

/** What of a product goes: all of it when its content has changed or it is new, else its stock or its price. */
function kindsOf(item: PushItem, sent: string | null, wanted: ReadonlySet<PushKind>): Set<PushKind> {
  const before = readSent(sent);
  const parts = partsOf(item);
  if (item.externalId === null) return new Set(wanted.has("products") ? (["products"] as const) : []);
  if (wanted.has("products") && before.products !== parts.products) return new Set(["products"]);
  const some = (["stock", "prices"] as const).filter((kind) => wanted.has(kind) || wanted.has("products"));
  return new Set(some.filter((kind) => before[kind] !== parts[kind] && isOfKind(kind, item)));
}

/** A product as it is after a push: the platform has an id for it now. */
function located(item: PushItem, outcome: PushOutcome | undefined): PushItem[] {
  if (!outcome || "error" in outcome) return [];
  return [{ ...item, externalId: outcome.externalId, externalItemId: outcome.externalItemId ?? null }];
}

async function sendNext(way: Way, context: Context): Promise<{ isMore: boolean }> {
  const { db, commit } = context;
  const { connector, adapter } = way;
  const connectorId = connector.id;
  const feed = await findFeed(db, connectorId);
  if (!feed) return { isMore: false };
  const { products, isMore, toUs } = await readNext(context, connectorId, feed.seenUs);
  const { enforce } = await findPublication(db);
  const isOwn = ({ updatedAtUs, pulledUs }: PushedProduct) => updatedAtUs !== pulledUs;
  const wanted = products.filter((product) => isOwn(product) && isSendable(product, enforce));
  const items = await itemsOf(wanted, await way.content(), context);
  const sent = new Map(products.map((product) => [product.id, product.sent]));
  const auto = autoPushOf(connector);
  const kinds = new Map(items.map((item) => [item, kindsOf(item, sent.get(item.productId) ?? null, auto)]));
  const of = (kind: PushKind) => items.filter((item) => kinds.get(item)?.has(kind));
  const whole = of("products");
  let [stock, prices] = [of("stock"), of("prices")];
  const hasSent = whole.length + stock.length + prices.length > 0;
  if (hasSent) {
    const doubtful = new Set(products.flatMap(({ id, isDoubtful }) => (isDoubtful ? [id] : [])));
    const prepared = await prepare(way, "products", whole, doubtful);
    const job = await commit(noteLiveSending, { connectorId, unknown: unmadeOf(prepared.items) }, "kept");
    if (!job) return { isMore: false };
    const push = async (kind: PushKind, these: readonly PushItem[]) => {
      const ready = kind === "products" ? prepared : { items: these, links: new Map(), refused: [] };
      const outcomes = await sendOrRefuse(way, kind, ready, doubtful);
      const chunk = chunkOf(way, { jobId: job.jobId, kind, items: these, skipped: 0 }, outcomes, sent);
      for (const mapping of chunk.mappings) sent.set(mapping.productId, mapping.sent ?? null);
      if (these.length > 0) await commit(notePushed, chunk, "kept");
      return new Map(outcomes.map((outcome) => [outcome.productId, outcome]));
    };
    const outcomes = await push("products", whole);
    if (adapter.sendsOffersSeparately) {
      const there = whole.flatMap((item) => located(item, outcomes.get(item.productId)));
      const missing = (kind: PushKind) =>
        there.filter((item) => kindsOfOffer(item, sent.get(item.productId) ?? null).has(kind));
      [stock, prices] = [
        [...stock, ...missing("stock")],
        [...prices, ...missing("prices")],
      ];
    }
    await push("stock", stock);
    await push("prices", prices);
  }
  await commit(noteSeen, { connectorId, seenUs: toUs, hasSent }, "kept");
  return { isMore };
}

const OFFER = new Set<PushKind>(["stock", "prices"]);
const kindsOfOffer = (item: PushItem, sent: string | null) => kindsOf(item, sent, OFFER);

/** A request that the platform refuses as a whole refuses each of its products: the changes after them still follow. */
async function sendOrRefuse(
  way: Way,
  kind: PushKind,
  prepared: Prepared,
  doubtful: ReadonlySet<string>,
): Promise<PushOutcome[]> {
  try {
    return await send(way, kind, prepared, doubtful);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return [...prepared.refused, ...prepared.items.map(({ productId }) => ({ productId, error: error.message }))];
  }
}

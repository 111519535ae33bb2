import { type Connector, findConnector } from "../../db/connectors/connectors.ts";
import { listPushed, type PushedProduct } from "../../db/connectors/pushed-products.ts";
import { findSyncJob, type SyncCounts, type SyncJob, type SyncType } from "../../db/connectors/sync-jobs.ts";
import { listOfferedPrices } from "../../db/pricing/price-lists.ts";
import {
  type Adapter,
  type Api,
  PlatformError,
  type PushItem,
  type PushKind,
  type PushOutcome,
} from "../../src/connectors/adapter.ts";
import { loadAdapter } from "../../src/connectors/adapters.ts";
import { openApi } from "../../src/connectors/api.ts";
import { applyPulled, type PullRules } from "../../src/connectors/apply-pulled.ts";
import { openCredentials } from "../../src/connectors/credentials.ts";
import { endSync, notePushed, noteSending, type PushedChunk } from "../../src/connectors/synchronise.ts";
import { applyingPrice } from "../../src/pricing/applying-price.ts";
import { BASE_CURRENCY } from "../../src/pricing/base-currency.ts";
import { findPublication } from "../../src/settings/publication.ts";
import type { JobContext, JobHandler } from "../job.ts";

type Context = JobContext<"connectors.sync">;
type Checkpoint = NonNullable<Context["checkpoint"]>;

/** Products a request. */
const CHUNK = 100;

interface Run {
  job: SyncJob;
  connector: Connector;
  adapter: Adapter;
  api: Api;
}

/** Pushes products to a platform or pulls them from it, chunk by chunk, after the last one that is noted. */
export const sync: JobHandler<"connectors.sync"> = async ({ connectorId, jobId }, context) => {
  const { db, services, commit, signal, checkpoint } = context;
  const job = await findSyncJob(db, connectorId, jobId);
  if (job?.status !== "processing") return;
  const connector = await findConnector(db, connectorId);
  if (!connector) {
    await commit(endSync, { connectorId, jobId, error: "The connector was deleted" }, "done");
    return;
  }
  const credentials = await openCredentials(services, db, connectorId);
  const run = {
    job,
    connector,
    adapter: await loadAdapter(connector.platformId),
    api: openApi(services.outbound, credentials, signal),
  };
  try {
    const from: Checkpoint = checkpoint ?? { after: 0, cursor: null, isSending: false };
    await (job.jobType === "pull_products" ? pull(run, context, from) : push(run, context, from));
    await commit(endSync, { connectorId, jobId, error: null }, "done");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isOfConnector = error.reason !== "refused";
    await commit(endSync, { connectorId, jobId, error: error.message, isOfConnector }, "done");
  }
};

const KINDS: Partial<Record<SyncType | "webhook", PushKind>> = {
  push_products: "products",
  push_stock: "stock",
  push_prices: "prices",
};

async function push(run: Run, context: Context, from: Checkpoint): Promise<void> {
  const { job, connector } = run;
  const { db, commit, signal } = context;
  const kind = KINDS[job.jobType] ?? "products";
  const { enforce } = await findPublication(db);
  let { after } = from;
  let mayBeSent = from.isSending;
  for (;;) {
    signal.throwIfAborted();
    const scope = { ...job.scope, connectorId: connector.id };
    const products = await listPushed(db, scope, { after, limit: CHUNK });
    const last = products.at(-1);
    if (!last) return;
    const wanted = products.filter((product) => isPushed(product, kind, enforce));
    const items = await itemsOf(wanted, run, context);
    if (items.length > 0)
      await commit(noteSending, undefined, { checkpoint: { after, cursor: null, isSending: true } });
    const outcomes = items.length > 0 ? await send(run, kind, items, mayBeSent) : [];
    after = last.rowId;
    mayBeSent = false;
    const skipped = products.length - items.length;
    const chunk = chunkOf(run, outcomes, skipped);
    await commit(notePushed, chunk, { checkpoint: { after, cursor: null, isSending: false } });
  }
}

/** Inactive products are not sent, nor those that are not published where the tenant says so; stock and prices only of what is there. */
const isPushed = (
  { status, workflowStatus, externalId, priceCents }: PushedProduct,
  kind: PushKind,
  enforce: boolean,
) =>
  status === "active" &&
  (!enforce || workflowStatus === "published") &&
  (kind === "products" || externalId !== null) &&
  (kind !== "prices" || priceCents !== null);

/** The products as they are sent: at the price of the platform's own list, where there is one. */
async function itemsOf(
  products: readonly PushedProduct[],
  { connector }: Run,
  { db, services }: Context,
): Promise<PushItem[]> {
  const offers = Map.groupBy(
    products.length === 0
      ? []
      : await listOfferedPrices(
          db,
          products.map(({ id }) => id),
        ),
    ({ productId }) => productId,
  );
  return products.map((product) => {
    const { id, externalId, externalItemId, ean, reference, title, description, brand, category, stock, weight } =
      product;
    const purchase = { variantId: null, quantity: 1, channel: connector.platformId, atMs: services.now() };
    const price = applyingPrice(offers.get(id) ?? [], purchase, product.priceCents);
    return {
      productId: id,
      externalId,
      externalItemId,
      ean,
      sku: reference ?? ean ?? id,
      title,
      description: description ?? "",
      brand,
      category,
      priceCents: price.priceCents,
      currency: price.currency ?? BASE_CURRENCY,
      stock,
      weight,
      imageUrl: product.imageUrl !== null && /^https?:/.test(product.imageUrl) ? product.imageUrl : null,
    };
  });
}

/**
 * Sends a chunk. One that may have been sent before is looked up first, so that nothing is made twice; a product that the
 * platform no longer has is made again.
 */
async function send(
  { adapter, api }: Run,
  kind: PushKind,
  items: PushItem[],
  mayBeSent: boolean,
): Promise<PushOutcome[]> {
  const unknown = items.filter(({ externalId }) => externalId === null);
  const found = mayBeSent && unknown.length > 0 ? ((await adapter.find?.(api, unknown)) ?? []) : [];
  const byProduct = new Map(found.map((each) => [each.productId, each]));
  const known = items.map((item): PushItem => {
    const made = byProduct.get(item.productId);
    return made ? { ...item, externalId: made.externalId, externalItemId: made.externalItemId ?? null } : item;
  });
  const outcomes = await adapter.push(api, kind, known);
  const gone = new Set(outcomes.flatMap((each) => ("isGone" in each && each.isGone ? [each.productId] : [])));
  if (kind !== "products" || gone.size === 0) return outcomes;
  const again = known
    .filter(({ productId }) => gone.has(productId))
    .map((item) => ({ ...item, externalId: null, externalItemId: null }));
  return [...outcomes.filter(({ productId }) => !gone.has(productId)), ...(await adapter.push(api, kind, again))];
}

function chunkOf({ job, connector }: Run, outcomes: readonly PushOutcome[], skipped: number): PushedChunk {
  const counts: Partial<SyncCounts> = { skipped };
  const mappings: PushedChunk["mappings"] = [];
  const gone: string[] = [];
  for (const outcome of outcomes) {
    if ("error" in outcome) {
      counts.errors = (counts.errors ?? 0) + 1;
      if (outcome.isGone) gone.push(outcome.productId);
      continue;
    }
    counts.pushed = (counts.pushed ?? 0) + 1;
    const { productId, externalId, externalItemId = null, externalUrl = null } = outcome;
    mappings.push({ productId, externalId, externalItemId, externalUrl });
  }
  return { connectorId: connector.id, jobId: job.id, counts, mappings, gone };
}

/** What the tenant lets a pull change: all, or the fields of `sync_options.pull_fields`. */
function rulesOf({ syncOptions }: Connector): PullRules {
  const fields = syncOptions["pull_fields"];
  return { createsMissing: true, fields: Array.isArray(fields) ? fields.map(String) : null };
}

async function pull(
  { job, connector, adapter, api }: Run,
  { commit, signal }: Context,
  from: Checkpoint,
): Promise<void> {
  const sinceMs = job.scope.sinceUs === undefined ? null : Math.floor(job.scope.sinceUs / 1_000);
  let { cursor } = from;
  for (;;) {
    signal.throwIfAborted();
    const page = await adapter.pull?.(api, { sinceMs, cursor });
    if (!page) return;
    const input = { connectorId: connector.id, jobId: job.id, products: page.products, rules: rulesOf(connector) };
    cursor = page.next;
    await commit(applyPulled, input, { checkpoint: { after: 0, cursor, isSending: false } });
    if (cursor === null) return;
  }
}

import { type Connector, findConnector } from "../../db/connectors/connectors.ts";
import { listPushed } from "../../db/connectors/pushed-products.ts";
import { PlatformError, type PushKind } from "../../src/connectors/engine/adapter.ts";
import { applyPulled, type PullRules } from "../../src/connectors/engine/apply-pulled.ts";
import { changeableOf } from "../../src/connectors/engine/pull-fields.ts";
import { endSync, notePushed, noteSending } from "../../src/connectors/engine/synchronise.ts";
import { type SyncJob, SyncJobs } from "../../src/connectors/sync-job.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { findPublication } from "../../src/settings/publication.ts";
import { prepare, type Way } from "./link.ts";
import { deleteToken, openWay } from "./open-way.ts";
import { isOfKind, isSendable, itemsOf, unmadeOf } from "./push-items.ts";
import { chunkOf, send } from "./send.ts";

type Context = JobContext<"connectors.sync">;
type Checkpoint = NonNullable<Context["checkpoint"]>;

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
    await (job.jobType === "pull_products" ? pull(run, context, from) : push(run, context, from));
    await commit(endSync, { connectorId, jobId, error: null }, "done");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.reason === "credentials") await deleteToken(connector, { services, db, signal });
    const isOfConnector = error.reason !== "refused";
    await commit(endSync, { connectorId, jobId, error: error.message, isOfConnector }, "done");
  }
};

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
    const scope = { ...job.scope, connectorId: connector.id };
    const products = await listPushed(db, scope, { after, limit: CHUNK });
    const last = products.at(-1);
    if (!last) return;
    const wanted = products.filter((product) => isSendable(product, enforce));
    const items = (await itemsOf(wanted, await run.content(), context)).filter((item) => isOfKind(kind, item));
    const doubtful = new Set(products.flatMap(({ id, isDoubtful }) => (isDoubtful ? [id] : [])));
    const prepared = await prepare(run, kind, items, doubtful);
    const unknown = unmadeOf(prepared.items);
    const sending = { connectorId: connector.id, unknown };
    if (unknown.length > 0) await commit(noteSending, sending, { checkpoint: { after, cursor: null } });
    const outcomes = await send(run, kind, prepared, doubtful);
    after = last.rowId;
    const skipped = products.length - items.length;
    const sent = new Map(products.map((product) => [product.id, product.sent]));
    const chunk = chunkOf(run, { jobId: job.id, kind, items, skipped }, outcomes, sent);
    await commit(notePushed, chunk, { checkpoint: { after, cursor: null } });
    context.throwIfTurnIsOver();
  }
}

/** What the tenant lets a pull change. */
const rulesOf = (connector: Connector): PullRules => ({
  createsMissing: true,
  takesImages: connector.syncOptions["pull_images"] === true,
  fields: changeableOf(connector, null),
});

async function pull(
  { job, connector, adapter, api, content }: Run,
  { commit, signal, throwIfTurnIsOver }: Context,
  from: Checkpoint,
): Promise<void> {
  const sinceMs = job.scope.sinceUs === undefined ? null : Math.floor(job.scope.sinceUs / 1_000);
  let { cursor } = from;
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

import { type ExportItem, listPending } from "../../db/export-platforms/items.ts";
import { beginJob, endJob, settleItem, takeSlot } from "../../src/exports/platforms/change-jobs.ts";
import { type ExportJob, ExportJobs } from "../../src/exports/platforms/export-job.ts";
import { storedError, storedRemoteError } from "../../src/exports/platforms/item-errors.ts";
import {
  loadPayloads,
  type ProductPayload,
  payloadName,
  payloadText,
} from "../../src/exports/platforms/load-payloads.ts";
import { findConfig, openPlatform } from "../../src/exports/platforms/open-platform.ts";
import { Platform, type PlatformRow } from "../../src/exports/platforms/platform.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { RemoteError } from "../../src/remote-files/remote-error.ts";
import { type RemoteFolder, textFile } from "../../src/remote-files/remote-folder.ts";

type Context = JobContext<"export-platforms.send">;

const AT_ONCE = 50;
const RETRY_MAX_MS = 60_000;
/** What is no fault of one file: the next one would fare alike. */
const OF_SERVER: ReadonlySet<string> = new Set(["credentials", "unreachable", "refused", "host_key"]);

/** Sends the products of a job, one file each. */
export const send: JobHandler<"export-platforms.send"> = async ({ jobId }, context) => {
  const job = await ExportJobs.find(context.db, jobId);
  if (!job || !(await context.commit(beginJob, { jobId }, "kept"))) return;
  const platform = await Platform.table.find(context.db, job.platformId);
  if (!platform?.is_active) {
    const error = storedError("export_platforms.platform_inactive");
    return context.commit(endJob, { jobId, error }, "done");
  }
  const sender = new Sender(job, platform, context);
  try {
    await sender.send();
  } finally {
    await sender.close();
  }
};

/** Sends the files of one job over one connection, which is opened again when it breaks. */
class Sender {
  readonly #job: ExportJob;
  readonly #platform: PlatformRow;
  readonly #context: Context;
  #folder: RemoteFolder | undefined;

  constructor(job: ExportJob, platform: PlatformRow, context: Context) {
    this.#job = job;
    this.#platform = platform;
    this.#context = context;
  }

  async close(): Promise<void> {
    await this.#folder?.close();
    this.#folder = undefined;
  }

  async send(): Promise<void> {
    const { db, commit, services, signal } = this.#context;
    const { id: jobId } = this.#job;
    for (;;) {
      const items = await listPending(db, { jobId, limit: AT_ONCE });
      const [first] = items;
      if (!first) return commit(endJob, { jobId, error: null }, "done");
      const waitMs = first.dueAtMs - services.now();
      if (waitMs > 0) await services.pause(Math.min(waitMs, RETRY_MAX_MS), signal);
      const isOver = await this.#sendAll(items.filter(({ dueAtMs }) => dueAtMs <= services.now()));
      if (isOver) return;
      this.#context.throwIfTurnIsOver();
    }
  }

  /** Answers whether the job is over: its server cannot be reached, or it was cancelled. */
  async #sendAll(items: readonly ExportItem[]): Promise<boolean> {
    const { db } = this.#context;
    const { origin } = this.#job;
    const payloads = await loadPayloads(
      db,
      items.map(({ productId }) => productId),
      { platform: this.#platform, origin, nowMs: this.#context.services.now() },
    );
    for (const item of items) {
      const outcome = await this.#sendItem(item, payloads.get(item.productId));
      if (outcome !== "next") return outcome === "over";
      this.#context.throwIfTurnIsOver();
    }
    return false;
  }

  /** `wait`: look again what is due next. */
  async #sendItem(item: ExportItem, product: ProductPayload | undefined): Promise<"next" | "wait" | "over"> {
    if (!product) {
      return this.#settle(item, { status: "failed", error: storedError("export_platforms.product_missing") });
    }
    if (product.refusal) {
      const error = storedError(`export_platforms.product_${product.refusal}`);
      return this.#settle(item, { status: "skipped", error });
    }
    await this.#waitForSlot();
    try {
      this.#folder ??= await this.#open();
      const file = textFile(payloadText(product));
      const externalId = await this.#folder.put(payloadName(product), file, this.#job.id.slice(-12));
      return await this.#settle(item, { status: "success", externalId });
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      await this.close();
      return this.#settleFailure(item, error);
    }
  }

  async #open(): Promise<RemoteFolder> {
    const { db, services } = this.#context;
    const config = await findConfig(db, services.secrets, this.#platform.id);
    return openPlatform(this.#platform.platform_type, config, services.outbound);
  }

  /** Waits until the platform may be sent another file. */
  async #waitForSlot(): Promise<void> {
    const { services, db, signal } = this.#context;
    const slotMs = await services.write(takeSlot, db.tenantId, { platformId: this.#platform.id });
    const waitMs = (slotMs ?? 0) - services.now();
    if (waitMs > 0) await services.pause(waitMs, signal);
  }

  /** Tries again later, as often as the platform says. When it was the server's fault, all wait, and in the end all fail. */
  async #settleFailure(item: ExportItem, error: RemoteError): Promise<"next" | "wait" | "over"> {
    const { retry_on_error, max_retries } = this.#platform;
    const { commit, services } = this.#context;
    const isServer = OF_SERVER.has(error.reason);
    const text = storedRemoteError(error);
    if (retry_on_error && item.retryCount < max_retries) {
      const retryCount = item.retryCount + 1;
      const delayMs = Math.min(RETRY_MAX_MS, 1_000 * 2 ** item.retryCount);
      const dueAtMs = services.now() + delayMs;
      const outcome = await this.#settle(item, { status: "pending", error: text, retryCount, dueAtMs });
      if (!isServer || outcome !== "next") return outcome;
      await services.pause(delayMs, this.#context.signal);
      return this.#sendItem({ ...item, retryCount, dueAtMs }, await this.#payloadOf(item));
    }
    if (!isServer) return this.#settle(item, { status: "failed", error: text });
    await commit(endJob, { jobId: this.#job.id, error: text, retryCount: item.retryCount }, "done");
    return "over";
  }

  async #payloadOf({ productId }: ExportItem): Promise<ProductPayload | undefined> {
    const { origin } = this.#job;
    const found = await loadPayloads(this.#context.db, [productId], {
      platform: this.#platform,
      origin,
      nowMs: this.#context.services.now(),
    });
    return found.get(productId);
  }

  async #settle(item: ExportItem, result: Partial<ExportItem>): Promise<"next" | "over"> {
    const { position, jobId, status, externalId, retryCount, error, dueAtMs } = { ...item, error: null, ...result };
    const change = { position, jobId, status, externalId, retryCount, error, dueAtMs };
    const jobStatus = await this.#context.commit(settleItem, change, "kept");
    return jobStatus === "running" ? "next" : "over";
  }
}

import { recordSingle, takeSlot } from "../../src/exports/platforms/change-jobs.ts";
import { storedError, storedRemoteError } from "../../src/exports/platforms/item-errors.ts";
import {
  loadPayloads,
  type ProductPayload,
  payloadName,
  payloadText,
} from "../../src/exports/platforms/load-payloads.ts";
import { findConfig, openPlatform } from "../../src/exports/platforms/open-platform.ts";
import { Platform, type PlatformRow } from "../../src/exports/platforms/platform.ts";
import type { SingleRequest, SingleResult } from "../../src/exports/platforms/requested-job.ts";
import { ApiError, required } from "../../src/http/output/errors.ts";
import { RemoteError } from "../../src/remote-files/remote-error.ts";
import { type RemoteFolder, textFile } from "../../src/remote-files/remote-folder.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Somebody waits for it. */
const LIMIT_MS = 20_000;

interface Sent {
  externalId: string | null;
  retryCount: number;
  error: string | null;
}

/** Sends one product while somebody waits, and notes it as a job. Throws PRODUCT_NOT_FOUND. */
export async function sendOne(
  services: ThreadServices,
  tenantId: string,
  { platformId, productId, origin }: SingleRequest,
  signal: AbortSignal,
): Promise<SingleResult> {
  const db = services.reader(tenantId);
  const platform = required(await Platform.table.find(db, platformId), Platform.noun, platformId);
  const found = await loadPayloads(db, [productId], { platform, origin, nowMs: services.now() });
  const product = found.get(productId);
  if (!product) throw new ApiError("PRODUCT_NOT_FOUND");
  const sent = await trySending(services, { tenantId, platform, product }, signal);
  const status = sent.error === null ? "success" : product.refusal ? "skipped" : "failed";
  const result = { ...sent, status, dueAtMs: 0 } as const;
  const { id } = await services.write(recordSingle, tenantId, { platformId, productId, origin, result });
  return { jobId: id, externalId: sent.externalId, error: sent.error };
}

/** Tries as often as the platform says and the time allows. */
async function trySending(
  services: ThreadServices,
  { tenantId, platform, product }: { tenantId: string; platform: PlatformRow; product: ProductPayload },
  signal: AbortSignal,
): Promise<Sent> {
  if (product.refusal) {
    return { externalId: null, retryCount: 0, error: storedError(`export_platforms.product_${product.refusal}`) };
  }
  const endsAtMs = services.now() + LIMIT_MS;
  const retries = platform.retry_on_error ? platform.max_retries : 0;
  // One for all tries: each overwrites what the one before has left.
  const marker = services.newId().slice(-12);
  for (let retryCount = 0; ; retryCount++) {
    const slotMs = (await services.write(takeSlot, tenantId, { platformId: platform.id })) ?? 0;
    if (slotMs > services.now()) await services.pause(slotMs - services.now(), signal);
    const outcome = await sendNow(services, { tenantId, platform, product, marker });
    if (typeof outcome === "string") return { externalId: outcome, retryCount, error: null };
    const delayMs = 1_000 * 2 ** retryCount;
    if (retryCount === retries || services.now() + delayMs > endsAtMs) {
      return { externalId: null, retryCount, error: storedRemoteError(outcome) };
    }
    await services.pause(delayMs, signal);
  }
}

interface Sending {
  tenantId: string;
  platform: PlatformRow;
  product: ProductPayload;
  /** See `RemoteFolder`. */
  marker: string;
}

/** The path of the file, or why there is none. */
async function sendNow(
  { reader, secrets, outbound }: ThreadServices,
  { tenantId, platform, product, marker }: Sending,
): Promise<string | RemoteError> {
  let folder: RemoteFolder | undefined;
  try {
    const config = await findConfig(reader(tenantId), secrets, platform.id);
    folder = await openPlatform(platform.platform_type, config, outbound);
    return await folder.put(payloadName(product), textFile(payloadText(product)), marker);
  } catch (error) {
    if (error instanceof RemoteError) return error;
    throw error;
  } finally {
    await folder?.close();
  }
}

import { countTasks } from "../../db/jobs/tenant-jobs.ts";
import type { Reader } from "../../db/ports.ts";
import { findStoredBytes } from "../../db/storage/known-files.ts";
import type { Config } from "../config/config.ts";
import { ApiError } from "../http/output/errors.ts";

const MIB = 1024 * 1024;
/** A task takes minutes; a caller that comes again sooner gets the same error. */
const RETRY_SECONDS = 30;

/** How many bytes more a tenant may store; Infinity without a quota. */
export async function storageLeft(db: Reader, { tenantStorageMib }: Pick<Config, "tenantStorageMib">): Promise<number> {
  if (tenantStorageMib === 0) return Number.POSITIVE_INFINITY;
  return tenantStorageMib * MIB - (await findStoredBytes(db));
}

/** Throws INSUFFICIENT_STORAGE when a tenant has used up its storage quota, or would with this number of bytes more. */
export async function requireStorage(
  db: Reader,
  config: Pick<Config, "tenantStorageMib">,
  moreBytes: number,
): Promise<void> {
  const left = await storageLeft(db, config);
  if (left > 0 && moreBytes <= left) return;
  const limitBytes = config.tenantStorageMib * MIB;
  const usedBytes = limitBytes - left;
  throw new ApiError("INSUFFICIENT_STORAGE", {
    key: "storage.tenant_full",
    params: { used: Math.ceil(usedBytes / MIB), limit: config.tenantStorageMib },
    details: { quota: "storage", limit_bytes: limitBytes, used_bytes: usedBytes },
  });
}

/**
 * Throws RATE_LIMIT_EXCEEDED when a tenant has as many unfinished imports and exports as it may; `max` 0: no quota. Call it
 * in the transaction that adds one.
 */
export async function requireTaskRoom(db: Reader, max: number): Promise<void> {
  if (max === 0 || (await countTasks(db)) < max) return;
  throw new ApiError("RATE_LIMIT_EXCEEDED", {
    key: "storage.too_many_tasks",
    params: { limit: max },
    details: { detail: `${max} unfinished tasks`, retry_after: RETRY_SECONDS },
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

import { EVERY_TENANT } from "../../db/ports.ts";
import { listTenants } from "../../db/tenants/all-tenants.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { orphanFiles } from "../../src/storage/orphan-files.ts";

const AT_ONCE = 500;

/**
 * Deletes the files that were written before `beforeMs` and that nothing refers to: what is left when a process dies
 * between a file and its row, or between a row and its file. Rows are never deleted for want of a file, which may only be
 * out of reach. Returns how many files it deleted.
 */
export async function sweepFiles(services: ThreadServices, beforeMs: number, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let after = ""; !signal.aborted; ) {
    const tenants = await listTenants(services.reader(EVERY_TENANT), { after, limit: AT_ONCE });
    for (const { id } of tenants) deleted += await sweepTenant(services, id, beforeMs, signal);
    if (tenants.length < AT_ONCE) break;
    after = tenants.at(-1)?.id ?? after;
  }
  return deleted;
}

async function sweepTenant(
  { files, reader }: ThreadServices,
  tenantId: string,
  beforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for await (const orphans of orphanFiles(files, reader(tenantId), beforeMs)) {
    for (const key of orphans) await files.delete(key);
    deleted += orphans.length;
    if (signal.aborted) break;
  }
  return deleted;
}

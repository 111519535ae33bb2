import { EVERY_TENANT } from "../../db/ports.ts";
import { listTenants } from "../../db/tenants/all-tenants.ts";
import { deleteOld } from "../../src/maintenance/delete-old.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const AT_ONCE = 500;

/** Deletes what every tenant has stored for its time, in small steps. */
export async function deleteOldOfAll(services: ThreadServices, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const tenants = await listTenants(services.reader(EVERY_TENANT), { after, limit: AT_ONCE });
    for (const { id } of tenants) {
      for (let more = true; more && !signal.aborted; ) ({ more } = await services.write(deleteOld, id, undefined));
    }
    if (tenants.length < AT_ONCE || signal.aborted) return;
    after = tenants.at(-1)?.id ?? after;
  }
}

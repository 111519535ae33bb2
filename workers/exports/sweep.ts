import { listExpiredExports } from "../../db/exports/expired-exports.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { fileKeyOf } from "../../src/exports/tasks/export-options.ts";
import { clearFile } from "../../src/exports/tasks/lifecycle.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const AT_ONCE = 100;

/** Deletes the files of the exports that have expired or failed, of every tenant. */
export async function sweepExports({ reader, files, write, now }: ThreadServices): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    const expired = await listExpiredExports(reader(EVERY_TENANT), { nowMs: now(), limit: AT_ONCE });
    for (const { tenantId, id } of expired) {
      await files.delete(fileKeyOf(tenantId, id));
      await write(clearFile, tenantId, { taskId: id });
    }
    count = expired.length;
  }
}

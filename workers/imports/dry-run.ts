import type { Language } from "../../src/http/output/messages.ts";
import type { DryRun } from "../../src/imports/run/dry-run.ts";
import { dryRun as dryRunImport } from "../../src/imports/run/dry-run.ts";
import { asImportError } from "../../src/imports/upload/unreadable.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Works out what an import would do, against one state of the catalog, as long as somebody waits for it. */
export async function dryRun(
  services: ThreadServices,
  tenantId: string,
  input: { id: string; language: Language },
  signal: AbortSignal,
): Promise<DryRun> {
  const snapshot = await services.snapshot(tenantId);
  try {
    return await dryRunImport(snapshot, services, { ...input, signal });
  } catch (error) {
    throw asImportError(error, input.language);
  } finally {
    snapshot.close();
  }
}

import { markRefused, markRun } from "../../../db/import-configs/configs.ts";
import { imports } from "../../../db/imports/imports.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { addRequest } from "../sources/request-import.ts";
import type { Source } from "../sources/source.ts";
import { type ConfigRow, configSecrets, ImportConfig } from "./import-config.ts";

interface Beginning {
  id: string;
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
  apiUrl: string | null;
  /** It goes on with the next file of a run. */
  isContinued?: boolean;
}

const STANDS: ReadonlySet<string> = new Set([
  "awaiting_mapping",
  "ready",
  "completed",
  "completed_with_errors",
  "failed",
  "cancelled",
]);

async function isRunning(tx: Tx, { last_job_id: importId }: ConfigRow): Promise<boolean> {
  const last = importId === null ? undefined : await imports.find(tx, { id: importId });
  return last !== undefined && !STANDS.has(last.status);
}

async function begin(
  tx: Tx,
  config: ConfigRow,
  { tasksMax, apiUrl, isContinued = false }: Beginning,
  context: MutationContext,
) {
  const importId = context.newId();
  const made = await addRequest(
    tx,
    {
      id: importId,
      // Stored by `createConfig` and `updateConfig` from such a source.
      source: config.source as unknown as Source,
      secretPlace: configSecrets(config.id),
      secrets: [],
      configId: config.id,
      templateId: config.template_id,
      supplierId: config.supplier_id,
      supplierCode: config.supplier_code,
      autoProcess: config.auto_process,
      skipHeaderRows: null,
      sheetName: null,
      language: config.language,
      tasksMax,
    },
    context,
  );
  await markRun(tx, { id: config.id, importId, apiUrl, nowMs: context.now(), isContinued });
  return made;
}

/** Begins a run that somebody asks for, of an inactive one too. Throws NOT_FOUND, and INVALID_STATE while one runs. */
export const runConfig = mutation("import-configs.run", async (tx, input: Beginning, context) => {
  const config = await ImportConfig.require(tx, input.id);
  if (await isRunning(tx, config)) throw new ApiError("INVALID_STATE", { key: "import_configs.running" });
  return begin(tx, config, input, context);
});

/** Begins the run that a schedule wants, or goes on with its next file, unless one runs still. One that cannot begin is a failed run. */
export const beginScheduled = mutation("import-configs.begin", async (tx, input: Beginning, context) => {
  const config = await ImportConfig.table.find(tx, input.id);
  if (!config || !(config.is_active || input.isContinued) || (await isRunning(tx, config))) return;
  try {
    await begin(tx, config, input, context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await markRefused(tx, config.id, context.now());
  }
});

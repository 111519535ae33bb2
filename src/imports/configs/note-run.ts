import { findFileOfImport } from "../../../db/import-configs/config-files.ts";
import { markRunStatus, noteFetchedHash } from "../../../db/import-configs/configs.ts";
import { markDone } from "../../../db/imports/import-run.ts";
import { type Import, imports } from "../../../db/imports/imports.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { translate } from "../../http/output/messages.ts";
import { type Notice, notify } from "../../mail/notify.ts";
import { outcomeOf, outcomeText } from "../run/outcome/outcome-of.ts";
import type { Suspicion } from "../run/outcome/suspicions.ts";
import { CONFIG_JOB, type ConfigRow, ImportConfig } from "./import-config.ts";
import { type ConfigTaking, noteTaken } from "./note-taken.ts";

const FAILURES: ReadonlySet<string> = new Set(["failed", "completed_with_errors"]);

/** What an import was to take, where no file came. */
function wantedOf({ source, name }: ConfigRow): string {
  const { file_pattern: pattern, url, folder } = source;
  return String(pattern ?? url ?? folder ?? name);
}

function noticeOf(
  config: ConfigRow,
  found: Import,
  { status, warnings }: { status: string; warnings: readonly Suspicion[] },
): Notice {
  const of = `${config.api_url?.replace(/\/+$/, "") ?? ""}/api/v1/imports/${found.id}`;
  const isFailed = status === "failed";
  return {
    subject: isFailed ? "import_configs.mail_failed" : "import_configs.mail_done",
    body: isFailed ? "import_configs.mail_failed_body" : "import_configs.mail_done_body",
    params: (language) => ({
      name: config.name,
      file: found.fileName || wantedOf(config),
      status,
      rows: found.totalRows,
      created: found.productsCreated,
      updated: found.productsUpdated,
      failed: found.failedRows,
      error: found.errorMessage ?? "",
      report: `${of}/report`,
      warnings: warnings.length > 0 ? `\n${warnings.map((each) => outcomeText(each, language)).join("\n")}\n` : "",
      correct: found.failedRows > 0 ? translate(language, "import_configs.correct", { url: `${of}/failed-rows` }) : "",
    }),
  };
}

/** What a status says of the file of an import. */
const OUTCOMES: Readonly<Record<string, "success" | "failure">> = {
  completed: "success",
  completed_with_errors: "success",
  failed: "failure",
};

/** Has done with the file of an import at its source what the configuration says, once it has ended. */
async function wantSettled(tx: Tx, config: ConfigRow, importId: string, status: string, context: MutationContext) {
  const outcome = OUTCOMES[status];
  if (outcome === undefined) return;
  const { action } = outcome === "success" ? config.after_success : config.after_failure;
  if (action === "leave" || !(await findFileOfImport(tx, config.id, importId))) return;
  const payload = { configId: config.id, importId, outcome };
  await enqueue(tx, "imports.settle-source", payload, context, { queue: "outside" });
}

/** Goes on with the next of several new files, now that the one before is done or waits for somebody. */
async function wantNext(tx: Tx, config: ConfigRow, importId: string, context: MutationContext): Promise<void> {
  if (config.last_job_id !== importId || config.files_left === 0) return;
  const payload = { configId: config.id, isContinued: true };
  await enqueue(tx, CONFIG_JOB, payload, context, { queue: "quick" });
}

async function goOn(tx: Tx, config: ConfigRow, importId: string, status: string, context: MutationContext) {
  await wantSettled(tx, config, importId, status, context);
  await wantNext(tx, config, importId, context);
}

/**
 * Notes how the import of a configuration stands, and what follows: its file is moved where that is wanted, the next one is
 * fetched, and the recipients are notified once it has ended.
 */
export async function noteRun(tx: Tx, importId: string, status: string, context: MutationContext): Promise<void> {
  const found = await imports.find(tx, { id: importId });
  const config = found?.configId ? await ImportConfig.table.find(tx, found.configId) : undefined;
  if (!found || !config) return;
  await goOn(tx, config, importId, status, context);
  await markRunStatus(tx, importId, status);
  if (!["completed", "completed_with_errors", "failed"].includes(status)) return;
  if (!(FAILURES.has(status) ? config.notify_on_failure : config.notify_on_success)) return;
  const warnings = await outcomeOf(tx, found);
  await notify(tx, config.notification_emails, noticeOf(config, found, { status, warnings }), context);
}

/** Ends an import whose file is the one that was imported last. Says whether it is. */
export const skipUnchanged = mutation(
  "import-configs.skip-unchanged",
  async (tx, { id, taking }: { id: string; taking: ConfigTaking & { sha256: string } }, context): Promise<boolean> => {
    if (!(await noteFetchedHash(tx, id, taking.sha256))) return false;
    await noteTaken(tx, id, taking, context);
    await markDone(tx, id, context.now());
    await markRunStatus(tx, id, "unchanged");
    const config = await ImportConfig.table.find(tx, taking.configId);
    if (config) await goOn(tx, config, id, "completed", context);
    return true;
  },
);

/** Ends an import for which no file is new. */
export const endWithoutFile = mutation("import-configs.nothing-new", async (tx, { id }: { id: string }, context) => {
  await markDone(tx, id, context.now());
  await markRunStatus(tx, id, "unchanged");
});

/** Remembers a file whose import is about to fail: it is not taken again until it has changed. */
export const noteFailedFile = mutation(
  "import-configs.note-failed",
  (tx, { id, taking }: { id: string; taking: ConfigTaking }, context) => noteTaken(tx, id, taking, context),
);

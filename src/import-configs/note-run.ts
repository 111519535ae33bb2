import { markRunStatus, noteFetchedHash, type RunningConfig } from "../../db/import-configs/configs.ts";
import { markEnded } from "../../db/imports/import-run.ts";
import { findImport, type Import } from "../../db/imports/imports.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { type Language, translate } from "../http/output/messages.ts";
import { outcomeTexts } from "../imports/run/outcome-of.ts";
import { queueMail } from "../mail/queue-mail.ts";

const MAIL_KEPT_MS = 7 * 86_400_000;
const FAILURES: ReadonlySet<string> = new Set(["failed", "completed_with_errors"]);

const languageOf = ({ language }: RunningConfig): Language => (language === "fr" ? "fr" : "en");

function mailOf(config: RunningConfig, found: Import, status: string, warnings: string) {
  const { name, publicUrl } = config;
  const language = languageOf(config);
  const report = `${publicUrl?.replace(/\/+$/, "") ?? ""}/api/v1/imports/${found.id}/report`;
  const params = {
    name,
    file: found.fileName,
    status,
    rows: found.totalRows,
    created: found.productsCreated,
    updated: found.productsUpdated,
    failed: found.failedRows,
    error: found.errorMessage ?? "",
    report,
    warnings: warnings === "" ? "" : `\n${warnings}`,
  };
  const isFailed = status === "failed";
  return {
    subject: translate(language, isFailed ? "import_configs.mail_failed" : "import_configs.mail_done", params),
    body: translate(language, isFailed ? "import_configs.mail_failed_body" : "import_configs.mail_done_body", params),
  };
}

/** Notes how the import of a configuration stands, and tells whom it is to tell once it has ended. */
export async function noteRun(tx: Tx, importId: string, status: string, context: MutationContext): Promise<void> {
  const found = await findImport(tx, importId);
  if (!found || found.configId === null) return;
  const config = await markRunStatus(tx, importId, status);
  if (!config || !["completed", "completed_with_errors", "failed"].includes(status)) return;
  if (!(FAILURES.has(status) ? config.notifyOnFailure : config.notifyOnSuccess)) return;
  const unusual = await outcomeTexts(tx, found, languageOf(config));
  const warnings = unusual.map((text) => `${text}\n`).join("");
  const expiresAtMs = context.now() + MAIL_KEPT_MS;
  for (const recipient of config.emails) {
    await queueMail(tx, { ...mailOf(config, found, status, warnings), recipient, expiresAtMs }, context);
  }
}

/** Ends an import whose file is the one that was imported last. Says whether it is. */
export const skipUnchanged = mutation(
  "import-configs.skip-unchanged",
  async (tx, { id, sha256 }: { id: string; sha256: string }, context): Promise<boolean> => {
    if (!(await noteFetchedHash(tx, id, sha256))) return false;
    await markEnded(tx, { id, status: "completed", error: null, nowMs: context.now() });
    await markRunStatus(tx, id, "unchanged");
    return true;
  },
);

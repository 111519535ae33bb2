import type { JobKind, JobKinds } from "../../db/jobs/kinds.ts";
import type { FailedJob } from "../../db/jobs/lease.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { restAfterFailure } from "../connectors/live.ts";
import { failSync } from "../connectors/synchronise.ts";
import { failIndex } from "../documents/change-documents.ts";
import { failBatch } from "../enrichment-batches/batch.ts";
import { failExportJob } from "../export-platforms/change-jobs.ts";
import { failRun } from "../export-schedules/runs.ts";
import { failExport } from "../exports/lifecycle.ts";
import { failRevert } from "../imports/revert/revert-import.ts";
import { noteImportFailure } from "../imports/run/note-import-failure.ts";
import { noteMailFailure } from "../mail/finish-mail.ts";
import { failRunRevert } from "../repricing/revert.ts";
import { failRepricing } from "../repricing/run.ts";
import { failReindex } from "../search/reindex.ts";
import { failTranslation } from "../translation/batch.ts";
import { failPriceBot } from "../web/price-bot/runs.ts";

/** What a job that failed for good leaves to do for the thing it worked on, in the same transaction. */
type NoteFailure<K extends JobKind> = (
  tx: Tx,
  payload: JobKinds[K]["payload"],
  error: string,
  context: MutationContext,
) => Promise<unknown>;

/** Nothing waits for it. */
const nothing = () => Promise.resolve();

const NOTES: { [K in JobKind]: NoteFailure<K> } = {
  "imports.fetch": noteImportFailure,
  "imports.dry-run": nothing,
  "imports.look-up-eans": nothing,
  "connectors.fetch-images": nothing,
  "imports.fetch-images": nothing,
  "imports.revert": failRevert,
  "imports.run": noteImportFailure,
  "imports.run-config": nothing,
  "auth.mail-reset": nothing,
  "brands.import-from-erp": nothing,
  "connectors.live": restAfterFailure,
  "connectors.sync": failSync,
  "export-platforms.send": failExportJob,
  "documents.index": failIndex,
  "enrichment.batch": failBatch,
  "export-schedules.run": failRun,
  "export-schedules.retry": failRun,
  "exports.write": failExport,
  "products.erase": nothing,
  "mail.send": noteMailFailure,
  "price-alerts.mail-digest": nothing,
  "price-monitor.check": nothing,
  "repricing.revert": failRunRevert,
  "repricing.run": failRepricing,
  "repricing.scheduled": nothing,
  "web.enrich": nothing,
  "web.price-bot": failPriceBot,
  "translation.batch": failTranslation,
  "documents.embed": nothing,
  "search.embed": nothing,
  "search.reindex": failReindex,
  "products.touch": nothing,
};

const isKnown = (kind: string): kind is JobKind => Object.hasOwn(NOTES, kind);

/** Marks the import, export, … of each failed job as failed too. */
export async function noteFailures(tx: Tx, jobs: FailedJob[], context: MutationContext): Promise<void> {
  for (const { tenantId, kind, payload, error } of jobs) {
    if (!isKnown(kind)) continue;
    // enqueue() tied the payload to this kind; the compiler cannot see through the table.
    const note = NOTES[kind] as NoteFailure<JobKind>;
    await note(tx.as(tenantId), JSON.parse(payload), error, context);
  }
}

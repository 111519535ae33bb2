import type { JobKind } from "../db/jobs/kinds.ts";
import type { JobHandler } from "./job.ts";

/**
 * One handler per kind, loaded when the first job of that kind comes: a thread holds only what it has had use for. The
 * compiler refuses a missing one.
 */
export const HANDLERS: { [K in JobKind]: () => Promise<JobHandler<K>> } = {
  "auth.mail-reset": async () => (await import("./auth/mail-reset.ts")).mailReset,
  "brands.import-from-erp": async () => (await import("./brands/import-from-erp.ts")).importFromErp,
  "connectors.live": async () => (await import("./connectors/live.ts")).live,
  "connectors.sync": async () => (await import("./connectors/sync.ts")).sync,
  "export-platforms.send": async () => (await import("./export-platforms/send.ts")).send,
  "documents.embed": async () => (await import("./documents/embed.ts")).embed,
  "documents.index": async () => (await import("./documents/index.ts")).indexDocument,
  "enrichment.batch": async () => (await import("./enrichment/batch.ts")).batch,
  "export-schedules.run": async () => (await import("./export-schedules/run.ts")).run,
  "export-schedules.retry": async () => (await import("./export-schedules/retry.ts")).retry,
  "exports.write": async () => (await import("./exports/write.ts")).write,
  "imports.fetch": async () => (await import("./imports/fetch.ts")).fetch,
  "imports.dry-run": async () => (await import("./imports/dry-run.ts")).dryRun,
  "imports.run-config": async () => (await import("./imports/run-config.ts")).runConfig,
  "imports.look-up-eans": async () => (await import("./imports/look-up-eans.ts")).lookUpEans,
  "connectors.fetch-images": async () => (await import("./connectors/fetch-images.ts")).fetchImages,
  "imports.fetch-images": async () => (await import("./imports/fetch-images.ts")).fetchImages,
  "imports.revert": async () => (await import("./imports/revert.ts")).revert,
  "imports.run": async () => (await import("./imports/run.ts")).run,
  "mail.send": async () => (await import("./mail/send.ts")).send,
  "products.erase": async () => (await import("./products/erase.ts")).erase,
  "price-alerts.mail-digest": async () => (await import("./price-alerts/mail-digest.ts")).mailDigest,
  "price-monitor.check": async () => (await import("./price-monitor/check.ts")).check,
  "repricing.revert": async () => (await import("./repricing/revert.ts")).revert,
  "repricing.run": async () => (await import("./repricing/run.ts")).run,
  "repricing.scheduled": async () => (await import("./repricing/scheduled.ts")).scheduled,
  "web.enrich": async () => (await import("./web/enrich.ts")).enrich,
  "web.price-bot": async () => (await import("./web/price-bot.ts")).priceBot,
  "translation.batch": async () => (await import("./translation/batch.ts")).batch,
  "search.embed": async () => (await import("./search/embed.ts")).embed,
  "search.reindex": async () => (await import("./search/reindex.ts")).reindex,
  "products.touch": async () => (await import("./products/touch.ts")).touch,
};

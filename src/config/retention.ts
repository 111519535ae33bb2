import type { AgingTable } from "../../db/maintenance/old-rows.ts";

const DAY_MS = 86_400_000;

/** What deletes the rows of tables that grow by themselves. */
export interface Retention {
  tables: readonly string[];
  /** What they hold, in the words of those who use the service. */
  what: string;
  /** How long it is stored, in days; a text: until something happens. */
  kept: number | string;
  /** What the number counts from, or what stays behind. */
  note?: string;
}

/** Every table that grows without anybody making its rows one by one. `docs/operating.md` shows this list. */
export const RETENTION = {
  jobs: { tables: ["job"], what: "Background jobs", kept: 7, note: "after they have ended" },
  failedJobs: { tables: ["job"], what: "Background jobs that failed", kept: 30, note: "after they have ended" },
  answers: { tables: ["idempotency"], what: "Answers to requests with an `Idempotency-Key`", kept: 1 },
  lookups: { tables: ["ean_lookup"], what: "EAN lookups", kept: 90 },
  hosts: { tables: ["web_host"], what: "When web sites were asked last", kept: 7 },
  events: {
    tables: ["event"],
    what: "Events",
    kept: 34,
    note: "longer while a webhook is to be sent one, or its log names it",
  },
  deliveries: {
    tables: ["webhook_delivery", "webhook_retry"],
    what: "Webhook deliveries that are undeliverable",
    kept: 30,
    note: "what waits is sent or given up, never deleted",
  },
  deliveryLogs: { tables: ["webhook_log"], what: "Logs of webhook deliveries", kept: 30 },
  inbound: {
    tables: ["inbound_delivery"],
    what: "Which deliveries of shops were taken",
    kept: "their replay is refused for other reasons",
    note: "orders: 60 days",
  },
  prices: {
    tables: ["competitor_observation", "price_point"],
    what: "Observed prices and price histories",
    kept: 730,
    note: "whole for 90 days, then the last of each day",
  },
  exports: {
    tables: ["export_task", "legacy_export"],
    what: "Exports that were asked for",
    kept: 90,
    note: "their files: `CATALOGD_EXPORT_TTL_HOURS`",
  },
  sendings: {
    tables: ["export_job", "export_item"],
    what: "Exports to platforms, with their products",
    kept: 90,
    note: "products of a schedule: its last three runs",
  },
  syncs: { tables: ["sync_job", "sync_note"], what: "Runs of connectors, with their notes", kept: 90 },
  botRuns: { tables: ["price_bot_run"], what: "Runs of the price bot", kept: 90 },
  reindexes: { tables: ["search_reindex"], what: "Reindexings of the search", kept: 90 },
  bulkEdits: { tables: ["bulk_edit", "bulk_edit_item"], what: "Bulk edits, with what undoes them", kept: 90 },
  evidence: {
    tables: ["map_evidence"],
    what: "What pages said below a minimum advertised price",
    kept: 730,
    note: "of each product and competitor the first and the newest nine",
  },
  triggers: { tables: ["price_trigger"], what: "Price alerts that were raised", kept: 730 },
  validations: { tables: ["price_validation"], what: "Doubtful prices that somebody has decided", kept: 730 },
  repricing: {
    tables: ["repricing_run", "repricing_change", "repricing_revert"],
    what: "Repricing runs and the changes they made",
    kept: 730,
    note: "prices stay as they are",
  },
  simulations: {
    tables: ["repricing_simulation", "repricing_simulation_part"],
    what: "Repricing simulations",
    kept: 1,
  },
  replays: {
    tables: ["repricing_replay", "repricing_replay_price"],
    what: "Replays of repricing rules",
    kept: 30,
  },
  analyses: { tables: ["price_source_analysis"], what: "Comparisons of price sources", kept: 90 },
  aiCalls: { tables: ["ai_call"], what: "Calls of AI and translation servers, with their cost", kept: 730 },
  mails: { tables: ["mail"], what: "Mails that could not be sent yet", kept: "they expire", note: "7 days at most" },
  logins: {
    tables: ["session", "refresh_token", "login_failure", "password_reset", "invitation"],
    what: "Sessions, failed logins, resets and invitations",
    kept: "they expire",
  },
  pages: {
    tables: ["page_mark"],
    what: "Where pages of changes ended, on a libSQL server",
    kept: "the next page is read, an hour later",
  },
  limits: {
    tables: ["rate_limit_counter", "rate_limit_news"],
    what: "Counters of rate limits",
    kept: "their window has passed",
  },
} as const satisfies Record<string, Retention>;

/** How long the named data is stored, in milliseconds. */
export const retentionMs = (
  name: {
    [K in keyof typeof RETENTION]: (typeof RETENTION)[K]["kept"] extends number ? K : never;
  }[keyof typeof RETENTION],
): number => RETENTION[name].kept * DAY_MS;

/** Which entry says how long the rows of a table are stored that are deleted by age alone. */
export const RETENTION_OF = {
  ai_call: "aiCalls",
  export_item: "sendings",
  export_job: "sendings",
  legacy_export: "exports",
  export_task: "exports",
  sync_note: "syncs",
  sync_job: "syncs",
  price_bot_run: "botRuns",
  search_reindex: "reindexes",
  bulk_edit_item: "bulkEdits",
  bulk_edit: "bulkEdits",
  map_evidence: "evidence",
  price_trigger: "triggers",
  price_validation: "validations",
  repricing_replay_price: "replays",
  repricing_replay: "replays",
  price_source_analysis: "analyses",
  repricing_change: "repricing",
  repricing_revert: "repricing",
  repricing_run: "repricing",
} as const satisfies Record<AgingTable, Parameters<typeof retentionMs>[0]>;

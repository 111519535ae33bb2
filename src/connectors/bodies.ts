import type { Connector } from "../../db/connectors/connectors.ts";
import type { SyncNote } from "../../db/connectors/sync-notes.ts";
import type { Language } from "../http/output/messages.ts";
import { isoOfMs, isoOrNull } from "../text/instant.ts";
import { apiVersionBody } from "./engine/api-versions.ts";
import { CHOICES, type ShopFacts } from "./engine/shop/shop-facts.ts";
import { type SyncJob, SyncJobs } from "./sync-job.ts";

/** A connector as answers show it. */
export const connectorBody = (connector: Connector, { nowMs, language }: { nowMs: number; language: Language }) => ({
  id: connector.id,
  platform_id: connector.platformId,
  name: connector.name,
  description: connector.description,
  sync_options: connector.syncOptions,
  is_active: connector.isActive,
  status: connector.status,
  status_message: connector.statusMessage,
  last_tested_at: isoOrNull(connector.lastTestedAtMs),
  last_sync_at: isoOrNull(connector.lastSyncAtMs),
  created_at: isoOfMs(connector.createdAtMs),
  api: apiVersionBody(connector.platformId, nowMs, language),
});

/** What a test has read of a shop. */
export const factsBody = ({ choices, priceTax, warnings }: ShopFacts) => ({
  choices: Object.fromEntries(CHOICES.flatMap((name) => (choices[name] ? [[name, [...choices[name]]]] : []))),
  ...(priceTax && { price_tax: priceTax }),
  warnings: [...warnings],
});

/** A synchronisation with what it reports of single products. */
export const syncJobDetail = (job: SyncJob, notes: readonly SyncNote[]) => ({
  ...SyncJobs.bodyOf(job),
  products: notes.map(({ productId, sku, externalId, result, message }) => ({
    product_id: productId,
    sku,
    external_id: externalId,
    result,
    message,
  })),
});

const lastJob = ({ id, jobType, status, total, pushed, errors, skipped }: SyncJob) => ({
  ...{ id, job_type: jobType, status, total, pushed, errors, skipped },
});

/** A connector on the dashboard, with its last job. */
export const statusBody = (connector: Connector, job: SyncJob | undefined) => ({
  id: connector.id,
  platform_id: connector.platformId,
  name: connector.name,
  is_active: connector.isActive,
  status: connector.status,
  last_sync_at: isoOrNull(connector.lastSyncAtMs),
  last_job: job ? lastJob(job) : null,
});

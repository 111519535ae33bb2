import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { countLogs, listLogs } from "../../db/webhooks/logs.ts";
import { countWebhooks, findWebhook, listWebhooks } from "../../db/webhooks/webhooks.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { required } from "../http/errors.ts";
import { metaPage, pageOf } from "../http/page.ts";
import { type LogQuery, PAGE_SIZES, type WebhookQuery } from "./schema.ts";
import { logBody, webhookBody } from "./webhook-body.ts";

/** One page of a tenant's webhooks, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfWebhooks(db: Reader, query: Static<typeof WebhookQuery>, nowMs: number) {
  const filter = { activeOnly: query.active_only ?? false };
  const list = `webhooks ${filter.activeOnly}`;
  const page = pageOf(query, PAGE_SIZES);
  const { perPage, offset, cursor } = page;
  const [createdAtMs, id] = cursor === undefined ? [] : decodeCursor(list, cursor);
  const after = cursor === undefined ? undefined : { createdAtMs: Number(createdAtMs), id: String(id) };
  const [found, total] = await Promise.all([
    // One more than the page holds tells whether there is another.
    listWebhooks(db, filter, { limit: perPage + 1, offset, after }),
    countWebhooks(db, filter),
  ]);
  const webhooks = found.slice(0, perPage);
  const last = found.length > perPage ? webhooks.at(-1) : undefined;
  const next = last ? encodeCursor(list, [last.createdAtMs, last.id]) : null;
  return metaPage(
    webhooks.map((webhook) => webhookBody(webhook, nowMs)),
    total,
    page,
    next,
  );
}

/** One page of a webhook's log, newest first. Throws NOT_FOUND, and INVALID_PARAMETER for a cursor of another list. */
export async function pageOfLogs(db: Reader, webhookId: string, query: Static<typeof LogQuery>) {
  required(await findWebhook(db, webhookId), "webhook", webhookId);
  const list = `webhook-logs ${webhookId}`;
  const page = pageOf(query, PAGE_SIZES);
  const { perPage, offset, cursor } = page;
  const before = cursor === undefined ? undefined : String(decodeCursor(list, cursor)[0]);
  const [found, total] = await Promise.all([
    listLogs(db, webhookId, { limit: perPage + 1, offset, before }),
    countLogs(db, webhookId),
  ]);
  const entries = found.slice(0, perPage);
  const last = found.length > perPage ? entries.at(-1) : undefined;
  return metaPage(entries.map(logBody), total, page, last ? encodeCursor(list, [last.id]) : null);
}

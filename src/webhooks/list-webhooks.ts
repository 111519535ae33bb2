import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { countLogs, listLogs } from "../../db/webhooks/logs.ts";
import { countWebhooks, findWebhook, listWebhooks } from "../../db/webhooks/webhooks.ts";
import { keysetPage, NEWEST, newestAfter, newestPlace } from "../http/input/keyset-page.ts";
import { metaPage, pageOf } from "../http/input/page.ts";
import { required } from "../http/output/errors.ts";
import { type LogQuery, PAGE_SIZES, type WebhookQuery } from "./schema.ts";
import { logBody, webhookBody } from "./webhook-body.ts";

/** One page of a tenant's webhooks, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfWebhooks(db: Reader, query: Static<typeof WebhookQuery>, nowMs: number) {
  const filter = { activeOnly: query.active_only ?? false };
  const page = pageOf(query, PAGE_SIZES);
  const { items, total, next } = await keysetPage(page, {
    name: `webhooks ${filter.activeOnly}`,
    shape: NEWEST,
    read: (range) => listWebhooks(db, filter, newestAfter(range)),
    count: () => countWebhooks(db, filter),
    place: newestPlace,
  });
  return metaPage(
    items.map((webhook) => webhookBody(webhook, nowMs)),
    total,
    page,
    next,
  );
}

/** One page of a webhook's log, newest first. Throws NOT_FOUND, and INVALID_PARAMETER for a cursor of another list. */
export async function pageOfLogs(db: Reader, webhookId: string, query: Static<typeof LogQuery>) {
  required(await findWebhook(db, webhookId), "webhook", webhookId);
  const page = pageOf(query, PAGE_SIZES);
  const { items, total, next } = await keysetPage(page, {
    name: `webhook-logs ${webhookId}`,
    shape: ["text"],
    read: ({ after, ...range }) => listLogs(db, webhookId, { ...range, before: after?.[0] }),
    count: () => countLogs(db, webhookId),
    place: ({ id }) => [id],
  });
  return metaPage(items.map(logBody), total, page, next);
}

import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { countLogs, listLogs } from "../../../db/webhooks/logs.ts";
import { keysetAnswer } from "../../http/input/keyset-page.ts";
import { pageOf } from "../../http/input/page.ts";
import { type LogQuery, PAGE_SIZES } from "../schema.ts";
import { Webhook } from "../webhook.ts";
import { DeliveryLogs } from "./log-body.ts";

/** One page of a webhook's log, newest first. Throws NOT_FOUND, and INVALID_PARAMETER for a cursor of another list. */
export async function pageOfLogs(db: Reader, webhookId: string, query: Static<typeof LogQuery>) {
  await Webhook.require(db, webhookId);
  return keysetAnswer(pageOf(query, PAGE_SIZES), {
    name: `webhook-logs ${webhookId}`,
    shape: ["text"],
    read: ({ after, ...range }) => listLogs(db, webhookId, { ...range, before: after?.[0] }),
    count: () => countLogs(db, webhookId),
    place: ({ id }) => [id],
    show: DeliveryLogs.of,
  });
}

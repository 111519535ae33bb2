import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { deleteSecret, deleteSecrets } from "../../db/secrets/secrets.ts";
import { eraseQueue, insertQueue, refreshQueue, updateReceiverState } from "../../db/webhooks/webhook-queues.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { invalidBody } from "../http/output/errors.ts";
import { changesOf } from "../kit/resource/changes.ts";
import { secretsWantedAgain } from "../secrets/secret-again.ts";
import { isoOfMs } from "../text/instant.ts";
import { headersPlaceOf, joinHeaders, storeHeaders } from "./sealed-headers.ts";
import { placeOf, type SealedSecret, storeSecret } from "./sealed-secret.ts";
import { expireHeld } from "./send/expire-held.ts";
import { Webhook, type WebhookRow } from "./webhook.ts";

/** What the routes have encrypted: `secret` of `null`, none is given. */
interface SealedWebhook {
  secret: SealedSecret | null;
  headers: SealedSecret[];
}

/** The fields whose changes the audit log names; what follows from them, and pauses, it does not. */
const NAMED = ["name", "url", "events", "headers", "max_retries", "timeout_seconds"];

type Fields = typeof Webhook.fields;

/**
 * Paused, it gets nothing, and what happens meanwhile is held; resumed, it gets that. A new secret takes the place of all
 * before; its deletion takes along what is on its way to it.
 */
export const webhookChanges = changesOf<Fields, Record<never, never>, undefined, SealedWebhook>("webhooks", Webhook, {
  complete: async (tx, row, given) => ({
    ...(await withHeaders(tx, row, given)),
    has_secret: row.secret_field !== null,
    ...(row.is_active && { disabled_reason: null }),
    ...(given.secret_field !== undefined && { previous_secret_field: null, previous_secret_until: null }),
  }),
  created: async (tx, row, context, sealed) => {
    const { id, name, url, events } = row;
    await insertQueue(tx, id);
    if (sealed?.secret) await storeSecret(tx, id, sealed.secret);
    await storeHeaders(tx, row, sealed?.headers ?? []);
    await noteAudit(tx, context, "webhook.created", id, { name, url, events });
  },
  changed: async (tx, { after, fields }, context, sealed) => {
    const { id } = after;
    if (fields.includes("secret_field")) {
      await deleteSecrets(tx, placeOf(id));
      if (sealed?.secret) await storeSecret(tx, id, sealed.secret);
    }
    if (fields.includes("sealed_headers")) await storeHeaders(tx, after, sealed?.headers ?? []);
    if (fields.includes("is_active")) await noteSwitch(tx, after, context);
    const hasNewSecret = fields.includes("secret_field");
    const changed = [
      ...NAMED.filter((name) => fields.some((field) => field === name || field === `sealed_${name}`)),
      ...(hasNewSecret ? ["secret"] : []),
    ];
    if (changed.length === 0) return;
    await noteAudit(tx, context, "webhook.changed", id, { changed });
  },
  deleted: async (tx, { id }) => {
    await eraseQueue(tx, id);
    await deleteSecrets(tx, placeOf(id));
    await deleteSecrets(tx, headersPlaceOf(id));
  },
  audit: { deleted: "webhook.deleted", details: ({ name }) => ({ name }) },
});

/** Headers may be secrets: they follow to another address only when they are sent with it, and not masked. */
async function withHeaders(tx: Tx, row: WebhookRow, given: { headers?: unknown }): Promise<WebhookRow> {
  const before = await Webhook.table.find(tx, row.id);
  const joined = joinHeaders(row, before);
  const isSent = given.headers !== undefined;
  const ofAll = Object.keys(before?.headers ?? {}).length > 0 ? ["headers"] : [];
  const unchanged = isSent ? joined.unchanged.map((name) => `headers.${name}`) : ofAll;
  const again = secretsWantedAgain({ before: { url: before?.url }, after: { url: row.url }, beside: [], unchanged });
  const problems = isSent ? [...joined.problems, ...again] : again;
  if (problems.length > 0) throw invalidBody(problems);
  return isSent ? joined.row : row;
}

/** Stops deliveries, or lets what was held go out with a receiver that counts as sound again. */
async function noteSwitch(tx: Tx, { id, is_active: isActive }: WebhookRow, context: MutationContext): Promise<void> {
  if (isActive) {
    while ((await expireHeld(tx, id, context)) > 0);
    await updateReceiverState(tx, id, { consecutiveFailures: 0, failingSinceMs: null });
  }
  await refreshQueue(tx, id);
  const action = isActive ? "webhook.resumed" : "webhook.paused";
  await noteAudit(tx, context, action, id);
}

const DAY_MS = 86_400_000;

/** Gives a webhook another secret; the one before signs as well for a day. Throws NOT_FOUND. */
export const rotateWebhookSecret = mutation(
  "webhooks.rotate-secret",
  async (tx, { id, secret }: { id: string; secret: SealedSecret }, context): Promise<WebhookRow> => {
    const known = await Webhook.require(tx, id);
    if (known.previous_secret_field !== null) await deleteSecret(tx, placeOf(id), known.previous_secret_field);
    await storeSecret(tx, id, secret);
    const rotated = {
      ...known,
      has_secret: true,
      secret_field: secret.field,
      previous_secret_field: known.secret_field,
      previous_secret_until: known.secret_field === null ? null : isoOfMs(context.now() + DAY_MS),
    };
    const [webhook = rotated] = await Webhook.table.update(tx, [rotated]);
    await noteAudit(tx, context, "webhook.secret_rotated", id);
    return webhook;
  },
);

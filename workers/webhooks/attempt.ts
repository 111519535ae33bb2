import type { ThreadServices } from "../../src/runtime/services.ts";
import { type Attempt, attemptDelivery } from "../../src/webhooks/send/attempt.ts";
import { findReceiver } from "../../src/webhooks/send/receiver.ts";

/** Sends an event to a webhook once, for a request that waits; `undefined` when the webhook is deleted. */
export async function attempt(
  services: ThreadServices,
  tenantId: string,
  { webhookId, eventId, body }: { webhookId: string; eventId: string; body: string },
): Promise<Attempt | undefined> {
  const receiver = await findReceiver(services.reader(tenantId), services.secrets, webhookId, services.now());
  return receiver && attemptDelivery(services, receiver, { eventId, body });
}

import { connectorRows, findConnector } from "../../../db/connectors/connectors.ts";
import { forgetShopWebhooks, putShopWebhook } from "../../../db/connectors/shop-webhooks.ts";
import { mutation } from "../../../db/ports.ts";
import { putSecret } from "../../../db/secrets/secrets.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { CREDENTIALS_FIELD, placeOf, type SealedCredentials } from "../credentials.ts";
import type { RegisteredWebhook } from "../engine/shop/shop-webhook.ts";

/** Keeps credentials that have a secret for webhooks now; what has worked goes on working. Throws PRECONDITION_FAILED. */
export const keepWebhookSecret = mutation(
  "connectors.keep-webhook-secret",
  async (
    tx,
    { id, version, credentials }: { id: string; version: number; credentials: SealedCredentials },
    context,
  ): Promise<void> => {
    const connector = required(await findConnector(tx, id), "connector", id);
    // Other credentials were given meanwhile.
    if (connector.version !== version) throw new ApiError("PRECONDITION_FAILED");
    const { keyId, sealed, receiverKey } = credentials;
    await putSecret(tx, placeOf(id), { field: CREDENTIALS_FIELD, keyId, sealed, hint: null });
    await connectorRows.update(tx, { ...connector, receiverKey, version: version + 1 });
    await noteAudit(tx, context, "connector.changed", id, { name: connector.name, fields: ["credentials"] });
  },
);

/** Notes which webhooks a platform has registered; `null`: it has none of ours any more. */
export const noteWebhooks = mutation(
  "connectors.note-webhooks",
  async (
    tx,
    { id, webhooks }: { id: string; webhooks: readonly RegisteredWebhook[] | null },
    context,
  ): Promise<void> => {
    const connector = await findConnector(tx, id);
    if (!connector) return;
    await forgetShopWebhooks(tx, id);
    const registeredAtMs = context.now();
    for (const each of webhooks ?? []) {
      const said = "id" in each ? { externalId: each.id, error: null } : { externalId: null, error: each.error };
      await putShopWebhook(tx, { connectorId: id, topic: each.topic, ...said, registeredAtMs });
    }
    await noteAudit(tx, context, "connector.changed", id, { name: connector.name, fields: ["webhooks"] });
  },
);

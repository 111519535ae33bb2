import { findConnector } from "../../db/connectors/connectors.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform, webhookPlaceOf } from "../../src/connectors/engine/platforms.ts";
import { takesPrices } from "../../src/connectors/engine/pull/pull-rules.ts";
import type { Api } from "../../src/connectors/engine/requests/platform-api.ts";
import type { RegisteredWebhook, WebhookRegistry } from "../../src/connectors/engine/shop/shop-webhook.ts";
import { deliveryRules } from "../../src/connectors/inbound/shop-reports.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { redactSecrets } from "../../src/text/redact.ts";
import { openWay } from "./open-way.ts";

/** Which webhooks a connector is to have at its platform; `to`: `null` removes them. */
interface Wanted {
  id: string;
  topics: readonly string[];
  to: { address: string; secret: string } | null;
}

/** Sets the webhooks right that are of this connector; those of another address of this service go. */
async function setRight(
  api: Api,
  registry: WebhookRegistry,
  { own, topics, to }: Pick<Wanted, "topics" | "to"> & { own: string },
): Promise<RegisteredWebhook[]> {
  const there = (await registry.list(api)).filter(({ address }) => address.includes(own));
  const kept = new Map<string, string>();
  for (const { topic, id } of there) if (topics.includes(topic) && !kept.has(topic)) kept.set(topic, id);
  const ids = new Set(kept.values());
  const rest = there.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  if (rest.length > 0) await registry.remove(api, rest);
  if (to === null) return [];
  const wanted = topics.map((topic) => ({ topic, id: kept.get(topic) ?? null }));
  return registry.put(api, wanted, to);
}

/** Registers the webhooks of a connector at its platform, or removes them. Returns why it refuses, `null` when it does not. */
export async function registerWebhooks(
  services: ThreadServices,
  tenantId: string,
  { id, topics, to }: Wanted,
  signal: AbortSignal,
): Promise<{ error: string | null; webhooks: RegisteredWebhook[] }> {
  const db = services.reader(tenantId);
  const connector = await findConnector(db, id);
  const platform = connector && findPlatform(connector.platformId);
  if (!platform) return { error: "The connector was deleted", webhooks: [] };
  const { adapter, api, askPriceTax } = await openWay(connector, { services, db, signal });
  const redact = (text: string) => redactSecrets(api.redact(text), to === null ? [] : [to.secret]);
  try {
    // The shop is not asked while a delivery is answered.
    if (to !== null && takesPrices(deliveryRules(connector))) await askPriceTax();
    const own = webhookPlaceOf(platform, id);
    const webhooks = adapter.webhooks ? await setRight(api, adapter.webhooks, { own, topics, to }) : [];
    return {
      error: null,
      webhooks: webhooks.map((each) => ("error" in each ? { ...each, error: redact(each.error) } : each)),
    };
  } catch (error) {
    if (error instanceof PlatformError) return { error: redact(error.message), webhooks: [] };
    throw error;
  }
}

import { call, SERVER_MS } from "../runtime/calls/calls.ts";
import type { ShopFacts } from "./engine/shop/shop-facts.ts";
import type { PublicKey, RegisteredWebhook } from "./engine/shop/shop-webhook.ts";
import type { Preview, PreviewInput } from "./push-preview.ts";

export const previewCall = call<PreviewInput, { error: string } | Preview>("connectors.preview", {
  outsideMs: SERVER_MS,
});

export const testCall = call<{ id: string }, { error: string | null; facts?: ShopFacts }>("connectors.test", {
  outsideMs: SERVER_MS,
});

/** Registers webhooks at a platform; `to`: `null` removes them. */
export const webhooksCall = call<
  { id: string; topics: readonly string[]; to: { address: string; secret: string } | null },
  { error: string | null; webhooks: RegisteredWebhook[] }
>("connectors.register-webhooks", { outsideMs: SERVER_MS });

/** Gets credentials for the code of a consent. */
export const exchangeCall = call<
  { id: string; code: string; redirect: string; query: string },
  { error: string | null; brought: Record<string, string> }
>("connectors.exchange-code", { outsideMs: SERVER_MS });

/** Fetches the key by which a platform signs its webhooks. */
export const publicKeyCall = call<{ id: string; keyId: string }, { key: PublicKey | null }>("connectors.public-key", {
  outsideMs: SERVER_MS,
});

import { call, SERVER_MS } from "../runtime/calls/calls.ts";
import type { ShopFacts } from "./engine/shop-facts.ts";
import type { Preview, PreviewInput } from "./push-preview.ts";

export const previewCall = call<PreviewInput, { error: string } | Preview>("connectors.preview", {
  outsideMs: SERVER_MS,
});

export const testCall = call<{ id: string }, { error: string | null; facts?: ShopFacts }>("connectors.test", {
  outsideMs: SERVER_MS,
});

import { call, SERVER_MS } from "../runtime/calls/calls.ts";
import type { ShopFacts } from "./engine/shop-facts.ts";

export const testCall = call<{ id: string }, { error: string | null; facts?: ShopFacts }>("connectors.test", {
  outsideMs: SERVER_MS,
});

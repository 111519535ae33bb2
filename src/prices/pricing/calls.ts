import type { PriceSource } from "../../../db/pricing/price-sources.ts";
import { call } from "../../runtime/calls/calls.ts";

export const sourcesCall = call<{ productId: string | null; days: number }, PriceSource[]>("pricing.sources", {
  queuedAs: "busy.prices",
});

import { call } from "../../runtime/calls/calls.ts";
import type { TranslationEstimate } from "./estimate.ts";
import type { TranslationRequest } from "./request.ts";

export const estimateCall = call<TranslationRequest, { estimate: TranslationEstimate; products: number }>(
  "translation.estimate",
  { queuedAs: "busy.estimates" },
);

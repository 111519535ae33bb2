import type { PlannedChange, PlannedSkip } from "../../../db/repricing/runs.ts";
import { call } from "../../runtime/calls/calls.ts";
import type { RepricingScope } from "./rules/evaluate.ts";

/** What a simulation found; of many changes only the first are in here. */
export interface Simulated {
  id: string;
  expiresAtMs: number;
  evaluated: number;
  changes: PlannedChange[];
  skipped: PlannedSkip[];
  isTruncated: boolean;
}

export const simulateCall = call<RepricingScope, Simulated>("repricing.simulate", { queuedAs: "busy.prices" });

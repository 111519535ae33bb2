import type { PlannedChange, PlannedSkip } from "../../../../db/repricing/runs.ts";

/** What a simulation found; of many changes only the first are in here. */
export interface Simulated {
  id: string;
  expiresAtMs: number;
  evaluated: number;
  changes: PlannedChange[];
  skipped: PlannedSkip[];
  isTruncated: boolean;
}

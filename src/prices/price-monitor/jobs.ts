import type { Tier } from "../../../db/price-monitor/monitored.ts";

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    /** Those that are named, else those of the tier that are due. */
    "price-monitor.check": {
      payload: { tier: Tier | null; productIds: string[] | null; sinceMs: number };
      checkpoint: never;
    };
  }
}

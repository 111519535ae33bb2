import type { TypeFailure } from "../enrichment/run/generation.ts";
import type { Generated } from "../enrichment/types.ts";

/** The options of a web run. Plain data. */
export interface WebRequest {
  tenantId: string;
  productId: string;
  /** Who has the product. */
  runId: string;
  skipA: boolean;
  skipB: boolean;
}

/** What it made, stored and not applied. Plain data. */
export interface WebOutcome {
  generated: Generated[];
  failures: TypeFailure[];
  warnings: string[];
}

import type { PlatformConfig } from "./platform-config.ts";
import type { PlatformType } from "./platform-types.ts";

/** One product to send while somebody waits. */
export interface SingleRequest {
  platformId: string;
  productId: string;
  origin: string;
}

/** What became of it. */
export interface SingleResult {
  jobId: string;
  externalId: string | null;
  /** As it is stored; `null`: it arrived. */
  error: string | null;
}

/** A platform that is stored, or a configuration that is not. */
export type TestedPlatform = { type: PlatformType } & ({ platformId: string } | { config: PlatformConfig });

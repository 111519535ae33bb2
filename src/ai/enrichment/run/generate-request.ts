import type { Generation } from "./generation.ts";

/** What a worker thread is to make for a product. Plain data. */
export interface GenerateRequest extends Omit<Generation, "batch"> {
  productId: string;
  entityId: string | null;
  /** Who has the product. */
  runId: string;
  /** To translate into, where texts are missing. */
  languages: readonly string[];
  /** An answer to an equal request is taken. */
  reuse?: boolean | undefined;
}

/** What a model answered to one prompt. Plain data. */
export interface Execution {
  output: string | Record<string, unknown>;
  provider: string;
  model: string;
  warnings: string[];
}

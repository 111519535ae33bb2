import type { Call } from "../gate/call.ts";

/** A request that was answered, for a trace. */
export interface Traced {
  call: Call;
  request: Request;
  status: number;
  durationMs: number;
}

/** Sends one span for each request to a collector, behind the answers. */
export interface Traces {
  add(traced: Traced): void;
  /** Sends what is left, and ends. */
  close(): Promise<void>;
}

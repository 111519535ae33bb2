import type { EventType } from "../../src/vocabulary.ts";
import type { Ids, SeededTenant as Tenant } from "../sweeps/world.ts";

/** An operation that emits what it changes to webhooks. */
export interface Teller {
  tells: EventType[];
  /** Another body than the least, which may change nothing. */
  body?: (ids: Ids) => unknown;
  /** What must be so for it to change something; answers ids to use instead. */
  prepare?: (tenant: Tenant) => Promise<Ids | undefined>;
  /** For what no description of a body can say: a file. */
  send?: (tenant: Tenant) => Promise<{ status: number }>;
}

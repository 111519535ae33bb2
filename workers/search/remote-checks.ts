import type { ThreadServices } from "../../src/runtime/services.ts";
import type { Mended } from "./compare-remote.ts";

const CHECK_MS = 60_000;
/** Comparing 30,000 documents takes two seconds on a busy machine. */
const COMPARE_MS = 86_400_000;

/** What an index is held to. */
export interface Checks {
  /** What it is called in the log. */
  of: string;
  /** Looks at all tenants' indexes as a whole, every minute. */
  check(): Promise<void>;
  /** The tenants whose indexes are compared, once a day. */
  tenants(): Promise<string[]>;
  /** `undefined`: another process follows for it. */
  compare(tenantId: string): Promise<Mended | undefined>;
}

/**
 * Runs checks for who has nothing else to do. The function it returns does what is due, one tenant's comparison at the
 * most, and says whether it did one: then more may be waiting. It never throws.
 */
export function openChecks(
  { steadyNow: now, log }: Pick<ThreadServices, "steadyNow" | "log">,
  { of, check, tenants, compare }: Checks,
): () => Promise<boolean> {
  let checkAtMs = 0;
  let compareAtMs = 0;
  const toCompare: string[] = [];

  async function runNext(): Promise<boolean> {
    if (now() >= checkAtMs) {
      checkAtMs = now() + CHECK_MS;
      await check();
    }
    if (now() >= compareAtMs) {
      compareAtMs = now() + COMPARE_MS;
      toCompare.push(...(await tenants()));
    }
    const tenantId = toCompare.shift();
    if (tenantId === undefined) return false;
    const { sent, removed } = (await compare(tenantId)) ?? { sent: 0, removed: 0 };
    if (sent + removed > 0) log.warn({ tenant: tenantId, of, sent, removed }, "Meilisearch differed and was mended");
    return true;
  }

  return () =>
    runNext().catch((error: unknown) => {
      log.warn({ error: String(error), of }, "cannot check Meilisearch");
      return false;
    });
}

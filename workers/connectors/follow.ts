import { listBehind } from "../../db/connectors/feeds.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { beginLive } from "../../src/connectors/engine/push/live.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { lookAgain } from "../look-again.ts";

/** Changes that come together go together: a product that changes several times within this is sent once. */
const POLL_MS = 250;
const CONNECTORS_MAX = 100;

/** Lets connectors follow the changes of products, of all tenants, until `signal` aborts. Never throws. */
export const followForConnectors = (services: ThreadServices, signal: AbortSignal): Promise<void> =>
  lookAgain(
    services,
    { look: () => beginAllBehind(services), restMs: POLL_MS, fault: "cannot follow changes for connectors" },
    signal,
  );

/** One round. */
export async function beginAllBehind({
  reader,
  write,
  now,
}: Pick<ThreadServices, "reader" | "write" | "now">): Promise<undefined> {
  const behind = await listBehind(reader(EVERY_TENANT), { nowMs: now(), limit: CONNECTORS_MAX });
  for (const { tenantId, connectorId } of behind) await write(beginLive, tenantId, { connectorId });
}

import { deleteFailuresOfDevice, listLoginFailures } from "../../../../db/auth/login-failures.ts";
import { putLoginNetwork } from "../../../../db/auth/login-networks.ts";
import { insertRefreshToken } from "../../../../db/auth/refresh-tokens.ts";
import { deleteOldOf } from "../../../../db/maintenance/old-rows.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { noteAudit } from "../../../audit/note-audit.ts";
import { lockedUntil } from "../login/lockout.ts";
import { SESSION_MS, startSession } from "./start-session.ts";

const SWEEP_MAX = 100;
/** Home, office, telephone, and some places of a journey. */
const NETWORKS_MAX = 10;

/** Starts a session that can be refreshed; returns its id. */
export async function startRefreshable(
  tx: Tx,
  { userId, tokenHash }: { userId: string; tokenHash: string },
  context: MutationContext,
): Promise<string> {
  const nowMs = context.now();
  await deleteOldOf(tx, "refresh_token", { beforeMs: nowMs, limit: SWEEP_MAX });
  const sessionId = await startSession.run(tx, { userId }, context);
  await insertRefreshToken(tx, { tokenHash, sessionId, expiresAtMs: nowMs + SESSION_MS });
  await noteAudit(tx, context, "session.started", sessionId, { user_id: userId });
  return sessionId;
}

export interface SessionOpening {
  userId: string;
  /** Of the new refresh token. */
  tokenHash: string;
  email: string;
  /** The known device's id, or `UNKNOWN_DEVICE`. */
  device: string;
  /** Of the network it came from, as `hashNetwork` makes it. */
  networkHash: string;
}

/**
 * Starts the session of somebody who gave the right password, and forgets their failed logins. Under a lock, which may
 * have come while the password was checked, it starts none: many guesses at once are no more than the lock allows.
 */
export const openSession = mutation(
  "auth.open-session",
  async (tx, { userId, tokenHash, email, device, networkHash }: SessionOpening, context) => {
    const nowMs = context.now();
    const lockedUntilMs = lockedUntil(await listLoginFailures(tx, email), device, nowMs);
    if (lockedUntilMs !== null) return { lockedUntilMs };
    await deleteFailuresOfDevice(tx, email, device, nowMs);
    await putLoginNetwork(tx, { userId, networkHash }, { nowMs, limit: NETWORKS_MAX });
    return { sessionId: await startRefreshable(tx, { userId, tokenHash }, context) };
  },
);

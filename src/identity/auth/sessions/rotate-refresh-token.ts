import {
  findRefreshToken,
  insertRefreshToken,
  markRefreshTokenUsed,
  type RefreshToken,
} from "../../../../db/auth/refresh-tokens.ts";
import { extendSession, markRevoked } from "../../../../db/auth/sessions.ts";
import { deleteOldOf } from "../../../../db/maintenance/old-rows.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { noteAudit } from "../../../audit/note-audit.ts";
import { SESSION_MS } from "./start-session.ts";

type Rotation = Pick<RefreshToken, "sessionId" | "userId" | "role"> | "unknown" | "reused";

const SWEEP_MAX = 100;

/** Ends the session of a token that was used before. */
async function endReused(tx: Tx, { sessionId, userId }: RefreshToken, context: MutationContext): Promise<void> {
  if (!(await markRevoked(tx, sessionId, context.now()))) return;
  await noteAudit(tx, context, "session.ended", sessionId, { reason: "refresh_token_reused", user_id: userId });
}

/**
 * Uses a refresh token up and puts the next one in its place. One that was used before was stolen, from us or from its
 * first user: its session ends, with every token that came of it. That must be stored, so it is an answer and not an error.
 */
export const rotateRefreshToken = mutation(
  "auth.rotate-refresh-token",
  async (tx, { tokenHash, nextHash }: { tokenHash: string; nextHash: string }, context): Promise<Rotation> => {
    const nowMs = context.now();
    const token = await findRefreshToken(tx, tokenHash);
    if (!token || token.expiresAtMs <= nowMs) return "unknown";
    const { sessionId, userId, role } = token;
    if (token.isUsed) {
      await endReused(tx, token, context);
      return "reused";
    }
    if (!token.isSessionLive) return "unknown";
    const expiresAtMs = nowMs + SESSION_MS;
    await markRefreshTokenUsed(tx, tokenHash, nowMs);
    await insertRefreshToken(tx, { tokenHash: nextHash, sessionId, expiresAtMs });
    await extendSession(tx, sessionId, expiresAtMs);
    await deleteOldOf(tx, "refresh_token", { beforeMs: nowMs, limit: SWEEP_MAX });
    return { sessionId, userId, role };
  },
);

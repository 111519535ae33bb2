import {
  deleteExpiredRefreshTokens,
  findRefreshToken,
  insertRefreshToken,
  markRefreshTokenUsed,
  type RefreshToken,
} from "../../db/auth/refresh-tokens.ts";
import { extendSession, markRevoked } from "../../db/auth/sessions.ts";
import { mutation } from "../../db/ports.ts";
import { SESSION_MS } from "./start-session.ts";

type Rotation = Pick<RefreshToken, "sessionId" | "userId" | "role"> | "unknown" | "reused";

const SWEEP_MAX = 100;

/**
 * Uses a refresh token up and puts the next one in its place. One that was used before was stolen, from us or from
 * whoever used it first: its session ends, with every token that came of it. That must be kept, so it is an answer and
 * not an error.
 */
export const rotateRefreshToken = mutation(
  "auth.rotate-refresh-token",
  async (tx, { tokenHash, nextHash }: { tokenHash: string; nextHash: string }, { now }): Promise<Rotation> => {
    const nowMs = now();
    const token = await findRefreshToken(tx, tokenHash);
    if (!token || token.expiresAtMs <= nowMs) return "unknown";
    const { sessionId, userId, role } = token;
    if (token.isUsed) {
      await markRevoked(tx, sessionId, nowMs);
      return "reused";
    }
    if (!token.isSessionLive) return "unknown";
    const expiresAtMs = nowMs + SESSION_MS;
    await markRefreshTokenUsed(tx, tokenHash, nowMs);
    await insertRefreshToken(tx, { tokenHash: nextHash, sessionId, expiresAtMs });
    await extendSession(tx, sessionId, expiresAtMs);
    await deleteExpiredRefreshTokens(tx, { nowMs, limit: SWEEP_MAX });
    return { sessionId, userId, role };
  },
);

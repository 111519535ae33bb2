import { insertSession, markRevoked } from "../../../../db/auth/sessions.ts";
import { deleteOldOf } from "../../../../db/maintenance/old-rows.ts";
import { mutation } from "../../../../db/ports.ts";
import { markLoggedIn } from "../../../../db/users/users.ts";
import { noteAudit } from "../../../audit/note-audit.ts";

/** How long a session lasts after it was started or refreshed. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;
const SWEEP_MAX = 100;

/** Starts a session of a user who has proved who they are; returns its id. Sweeps out sessions that ran out. */
export const startSession = mutation(
  "auth.start-session",
  async (tx, { userId }: { userId: string }, { now, newId }): Promise<string> => {
    const createdAtMs = now();
    const id = newId();
    await insertSession(tx, { id, userId, createdAtMs, expiresAtMs: createdAtMs + SESSION_MS });
    await markLoggedIn(tx, userId, createdAtMs);
    await deleteOldOf(tx, "session", { beforeMs: createdAtMs, limit: SWEEP_MAX });
    return id;
  },
);

/** Ends a session, and with it the access tokens that name it. Ending it again changes nothing. */
export const endSession = mutation("auth.end-session", async (tx, { id }: { id: string }, context) => {
  if (!(await markRevoked(tx, id, context.now()))) return;
  await noteAudit(tx, context, "session.ended", id);
});

import { markRevoked } from "../../../../db/auth/sessions.ts";
import { mutation } from "../../../../db/ports.ts";
import { noteAudit } from "../../../audit/note-audit.ts";

/** Ends a session, and with it the access tokens that name it. Ending it again changes nothing. */
export const endSession = mutation("auth.end-session", async (tx, { id }: { id: string }, context) => {
  if (!(await markRevoked(tx, id, context.now()))) return;
  await noteAudit(tx, context, { action: "session.ended", resource: "session", resourceId: id });
});

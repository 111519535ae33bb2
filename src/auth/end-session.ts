import { markRevoked } from "../../db/auth/sessions.ts";
import { mutation } from "../../db/ports.ts";

/** Ends a session, and with it the access tokens that name it. Ending it again changes nothing. */
export const endSession = mutation("auth.end-session", (tx, { id }: { id: string }, { now }) =>
  markRevoked(tx, id, now()),
);

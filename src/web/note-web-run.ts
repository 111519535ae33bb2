import { mutation } from "../../db/ports.ts";
import { putWebRun, type WebRun } from "../../db/web/runs.ts";

/** Says how far the web run of a product is. */
export const noteWebRun = mutation("web.note-run", (tx, run: WebRun) => putWebRun(tx, run));

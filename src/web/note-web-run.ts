import { mutation } from "../../db/ports.ts";
import { type WebRun, webRuns } from "../../db/web/runs.ts";

/** Says how far the web run of a product is. */
export const noteWebRun = mutation("web.note-run", (tx, run: WebRun) => webRuns.put(tx, run));

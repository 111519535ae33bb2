import { call, MODEL_MS } from "../../runtime/calls/calls.ts";
import type { RewriteOutcome, RewriteRequest } from "./rewriting.ts";

export const rewriteCall = call<RewriteRequest, RewriteOutcome[]>("overlays.rewrite", { outsideMs: MODEL_MS });

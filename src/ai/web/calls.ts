import { call, MODEL_MS } from "../../runtime/calls/calls.ts";
import type { WebOutcome, WebRequest } from "./web-request.ts";

export const runCall = call<Omit<WebRequest, "tenantId">, WebOutcome>("web.run", { outsideMs: MODEL_MS });

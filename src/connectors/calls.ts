import { call, SERVER_MS } from "../runtime/calls/calls.ts";

export const testCall = call<{ id: string }, { error: string | null }>("connectors.test", { outsideMs: SERVER_MS });

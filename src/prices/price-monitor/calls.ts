import { call, SERVER_MS } from "../../runtime/calls/calls.ts";
import type { NotedCheck } from "./check/note-check.ts";

export const checkOneCall = call<{ productId: string }, NotedCheck>("price-monitor.check-one", {
  outsideMs: SERVER_MS,
});

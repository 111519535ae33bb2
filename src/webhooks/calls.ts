import { call, SERVER_MS } from "../runtime/calls/calls.ts";
import type { Attempt } from "./send/attempt.ts";

export const attemptCall = call<{ webhookId: string; eventId: string; body: string }, Attempt | undefined>(
  "webhooks.attempt",
  { outsideMs: SERVER_MS },
);

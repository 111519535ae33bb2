import { call, SERVER_MS } from "../runtime/calls.ts";
import type { Attempt } from "./attempt.ts";

export const attemptCall = call<{ webhookId: string; eventId: string; body: string }, Attempt | undefined>(
  "webhooks.attempt",
  { outsideMs: SERVER_MS },
);

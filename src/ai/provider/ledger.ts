import { type CallEnd, endCall, insertCall, markInterrupted, type NewCall } from "../../../db/ai/calls.ts";
import { mutation } from "../../../db/ports.ts";

/** Notes a call before it is sent, so that one without an answer is in the ledger too. */
export const noteCall = mutation("ai.note-call", (tx, call: NewCall, { now }) => insertCall(tx, call, now()));

/** Notes what came of a call: what it cost, and what it said. */
export const noteAnswer = mutation("ai.note-answer", (tx, end: CallEnd, { now }) => endCall(tx, end, now()));

/** Notes that the process ended while these calls were under way. */
export const noteInterrupted = mutation("ai.note-interrupted", (tx, { ids }: { ids: string[] }, { now }) =>
  markInterrupted(tx, ids, now()),
);

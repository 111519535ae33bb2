import * as FAMILIES from "../src/families.ts";
import type { CallHandlers } from "../src/runtime/calls/call-line.ts";
import type { Answer, StreamAnswer } from "../src/runtime/family.ts";
import type { ThreadServices } from "../src/runtime/services.ts";

const ANSWERS = new Map(
  Object.values(FAMILIES)
    .flatMap(({ calls }) => calls ?? [])
    .map(({ call, load }) => [call.name, load]),
);
const STREAMS = new Map(
  Object.values(FAMILIES)
    .flatMap(({ streams }) => streams ?? [])
    .map(({ call, load }) => [call.name, load]),
);

/** Finds and runs what answers a call. It is loaded at its first use: a thread holds only what it has had use for. */
export function callHandlers(services: ThreadServices): CallHandlers {
  const find = <T>(handlers: ReadonlyMap<string, T>, name: string): T => {
    const handler = handlers.get(name);
    if (!handler) throw new Error(`Nothing answers ${name}`);
    return handler;
  };
  return {
    // The call tied this input to its handler; it cannot be seen through the message.
    answer: async (name, tenantId, input, signal) =>
      ((await find(ANSWERS, name)()) as Answer<unknown, unknown>)(services, tenantId, input, signal),
    stream: async function* (name, tenantId, input) {
      yield* ((await find(STREAMS, name)()) as StreamAnswer<unknown>)(services, tenantId, input);
    },
  };
}

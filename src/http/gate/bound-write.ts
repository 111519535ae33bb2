import type { Actor, Mutation } from "../../../db/ports.ts";
import { callerAddress } from "./admission.ts";
import type { Call } from "./call.ts";
import type { GateServices } from "./gate.ts";
import { nextOnce } from "./idempotency.ts";
import type { Principal } from "./principal.ts";

/** Who is said to have made a change: a price scraper is part of the service. */
const ACTORS: Record<Principal["kind"], (id: string) => Pick<Actor, "kind" | "id">> = {
  session: (id) => ({ kind: "user", id }),
  api_key: (id) => ({ kind: "api_key", id }),
  sync_key: () => ({ kind: "system", id: null }),
};

/** Runs a mutation of the caller's tenant; a repeated request runs it once. */
export type BoundWrite = <Input, Result>(mutation: Mutation<Input, Result>, input: Input) => Promise<Result>;

export const boundWrite =
  (services: GateServices, request: Request, call: Call, principal: Principal): BoundWrite =>
  (mutation, input) =>
    services.write(mutation, principal.tenantId, input, {
      once: nextOnce(call),
      by: {
        ...ACTORS[principal.kind](principal.subjectId),
        requestId: call.requestId,
        address: callerAddress(request, services),
      },
    });

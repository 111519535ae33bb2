import type { Actor, Mutation, Reader } from "../../../../db/ports.ts";
import { callerAddress } from "../admission.ts";
import type { Call } from "../call.ts";
import type { Principal } from "../credentials/principal.ts";
import type { GateServices } from "../gate.ts";
import { nextOnce } from "./idempotency.ts";

/** Who is said to have made a change: a price scraper is part of the service. */
const ACTORS: Record<Principal["kind"], (id: string) => Pick<Actor, "kind" | "id">> = {
  session: (id) => ({ kind: "user", id }),
  api_key: (id) => ({ kind: "api_key", id }),
  sync_key: () => ({ kind: "system", id: null }),
};

type Run = <Input, Result>(mutation: Mutation<Input, Result>, input: Input) => Promise<Result>;

/** Runs a mutation of the caller's tenant; a repeated request runs it once. */
export interface BoundWrite extends Run {
  /** The same, and answers what is read afterwards: on a database server in the round trip of the commit. */
  andRead<Input, Result, Answer>(
    mutation: Mutation<Input, Result>,
    input: Input,
    read: (db: Reader, result: Result) => Promise<Answer>,
  ): Promise<Answer>;
}

export function boundWrite(services: GateServices, request: Request, call: Call, principal: Principal): BoundWrite {
  const { tenantId, kind, subjectId } = principal;
  const options = () => ({
    once: nextOnce(call),
    by: {
      ...ACTORS[kind](subjectId),
      requestId: call.requestId,
      address: callerAddress(request, services),
    },
  });
  const write: Run = (mutation, input) => services.write(mutation, tenantId, input, options());
  return Object.assign(write, {
    andRead: async <Input, Result, Answer>(
      mutation: Mutation<Input, Result>,
      input: Input,
      read: (db: Reader, result: Result) => Promise<Answer>,
    ): Promise<Answer> => {
      let along: Promise<Answer> | undefined;
      const result = await services.write(mutation, tenantId, input, {
        ...options(),
        readAlong: (db, left) => {
          // What this mutation has returned.
          along = read(db, left as Result);
          return along;
        },
      });
      return along ?? read(services.reader(tenantId), result);
    },
  });
}

import { setImmediate } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../../src/http/gate/access.ts";
import type { GateServices } from "../../src/http/gate/gate.ts";
import { readWaiting } from "../../src/kit/follow.ts";
import { openFollowers } from "../../src/runtime/open-streams.ts";

/** A route that has waited for a change as long as its caller wished. */
export const waitingRoute = (services: GateServices) =>
  new Elysia({ prefix: "/waits" }).use(access(services)).get(
    "",
    async ({ call, tenantId, request: { signal } }) => {
      const pause = async () => void (await setImmediate());
      const following = { followers: openFollowers(), pause, steadyNow: () => performance.now() * 100_000 };
      const followed = { read: () => Promise.resolve(1), isAtRest: () => false };
      await readWaiting(following, { tenantId, seconds: 1, tagOf: String, signal, call }, followed);
      const waited = call.waitedMs;
      call.waitedMs = 3_600_000; // as if it had been an hour: no test waits
      return { waited };
    },
    {
      policy: { credential: "any", permission: "VIEW_CATALOG", scope: "products:read", tier: "READ_STANDARD" },
      response: { 200: Type.Object({ waited: Type.Number() }) },
    },
  );

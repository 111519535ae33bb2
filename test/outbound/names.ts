import { openOutbound } from "../../src/outbound/outbound.ts";
import { RECEIVER } from "./certificates.ts";

/** What each name resolves to in tests, besides those below `receiver.test`: tests ask no real resolver. */
export const names = new Map<string, string[]>();

/** Names below `receiver.test` lead to this machine; those that the operator of the instance has opened. */
export const OPENED_NAMES = ["receiver.test", ...Array.from({ length: 10 }, (_, index) => `r${index}.receiver.test`)];

/** The way out of tests: as strict as in production, but for the receivers on this machine. */
export const testOutbound = () =>
  openOutbound(
    { allow: { ranges: [], names: OPENED_NAMES }, allowPrivate: false },
    {
      ca: RECEIVER.cert,
      lookup: (host) => {
        const known = names.get(host) ?? (/(?:^|\.)receiver\.test$/.test(host) ? ["127.0.0.1"] : undefined);
        return known
          ? Promise.resolve(known)
          : Promise.reject(Object.assign(new Error(`No such name: ${host}`), { code: "ENOTFOUND" }));
      },
    },
  );

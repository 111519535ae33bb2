import { callerAddress, refuseTooMany } from "../../http/gate/admission.ts";
import type { Call } from "../../http/gate/call.ts";
import { networkOf } from "../../http/gate/caller/network.ts";
import type { ProxyServices } from "../../http/gate/caller/proxy.ts";
import type { Counted } from "../../http/gate/limits/unreported-counts.ts";
import { ApiError } from "../../http/output/errors.ts";

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });
/** Deliveries of one network that nothing verifies, for one connector as far as they say which. */
const OF_CONNECTOR_FROM_ONE = perMinute(10);
/** Of one network for all. Platforms send for many shops from one address. */
const OF_NETWORK = perMinute(60);
/** Guesses of a password for one connector, from all networks that have not sent it a good one. */
const OF_CONNECTOR = perMinute(60);
const GOOD_MAX = 10_000;

/** For which connector a delivery says that it is, if it does. */
export interface Claim {
  connector: string | undefined;
  /** It sends a password, which could be guessed; a signature could not. */
  isGuessable: boolean;
}

/**
 * Limits how many deliveries may fail, so that passwords cannot be guessed. Those that are verified are not counted, and
 * where they come from no stranger's failures are held against the connector.
 */
export class InboundLimits {
  readonly #services: ProxyServices;
  /** Networks and what they have sent a good delivery for, the latest last. */
  readonly #good = new Set<string>();

  constructor(services: ProxyServices) {
    this.#services = services;
  }

  /** The limits of one delivery. */
  of(request: Request, { app: { limiter } }: Call) {
    const network = networkOf(callerAddress(request, this.#services));
    return {
      /** Throws RATE_LIMIT_EXCEEDED when too many have failed, and what `verify` throws. */
      guard: async <T>(claim: Claim, verify: () => Promise<T>): Promise<T> => {
        const counters = this.#countersOf(network, claim);
        refuseTooMany(limiter.failuresOf(counters));
        try {
          const verified = await verify();
          // Many guesses at once are no more than one after the other.
          refuseTooMany(limiter.failuresOf(counters));
          this.#noteGood(`${network} ${claim.connector}`);
          return verified;
        } catch (error) {
          if (!(error instanceof ApiError && error.code === "INVALID_WEBHOOK_SIGNATURE")) throw error;
          refuseTooMany(limiter.failuresOf(counters));
          limiter.countFailure(counters);
          throw error;
        }
      },
    };
  }

  #countersOf(network: string, { connector, isGuessable }: Claim): Counted[] {
    const ofNetwork: Counted = ["delivery network", network, OF_NETWORK];
    if (connector === undefined) return [ofNetwork];
    const pair = `${network} ${connector}`;
    const ofPair: Counted = ["delivery", pair, OF_CONNECTOR_FROM_ONE];
    // Where deliveries are signed, this would only let strangers stop them.
    if (!isGuessable || this.#good.has(pair)) return [ofNetwork, ofPair];
    return [ofNetwork, ofPair, ["delivery connector", connector, OF_CONNECTOR]];
  }

  #noteGood(pair: string): void {
    this.#good.delete(pair);
    this.#good.add(pair);
    for (const oldest of this.#good) {
      if (this.#good.size <= GOOD_MAX) return;
      this.#good.delete(oldest);
    }
  }
}

import type { Reader } from "../../../../db/ports.ts";
import type { PriceSource } from "../../../../db/pricing/price-sources.ts";
import { SingleFlight } from "../../../../search/single-flight.ts";
import type { Services } from "../../../runtime/services.ts";

const MINUTE_MS = 60_000;

/** Asks for the sources of all products. */
type ReadSources = (signal: AbortSignal | undefined) => Promise<PriceSource[]>;

/**
 * What sources ask over all products: half a million prices take two seconds to read, so requests that come meanwhile share
 * the answer, which stays valid for the rest of its minute.
 */
export function sharedSources({ cache, now }: Pick<Services, "cache" | "now">) {
  const flights = new SingleFlight<PriceSource[]>();
  return async (db: Reader, days: number, read: ReadSources, signal?: AbortSignal): Promise<PriceSource[]> => {
    const key = ["price-sources", days, Math.floor(now() / MINUTE_MS)];
    const { value, outdated, put } = await cache.find<PriceSource[]>(db, "catalog", key);
    const known = value ?? outdated;
    if (known) return known;
    const make = async (abandoned: AbortSignal) => {
      const fresh = await read(abandoned);
      put(fresh);
      return fresh;
    };
    return flights.join(`${db.tenantId} ${days}`, make, signal);
  };
}

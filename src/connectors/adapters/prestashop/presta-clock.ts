import { member, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { call } from "./presta-requests.ts";

const HOUR_MS = 3_600_000;
/** No clock is further behind UTC. */
const BEHIND_MAX_MS = 12 * HOUR_MS;

const isZone = (name: string | undefined): name is string => {
  try {
    return name !== undefined && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** The time zone of the shop; `undefined` where the key may not read it. */
export const zoneOf = (api: Api): Promise<string | undefined> =>
  api.once("prestashop zone", async () => {
    const path = "configurations?filter[name]=PS_TIMEZONE&display=[value]";
    const answer = await call(api, path, {}, () => true);
    const name = textOf(member(answer, "configurations", 0, "value"));
    return isZone(name) ? name : undefined;
  });

/**
 * A time by the clock of the shop, which notes changes without a zone. An hour earlier, as clocks are put back; by half a day
 * where the zone is not known: what has not changed is not changed by a pull.
 */
export function shopTime(sinceMs: number, zone: string | undefined): string {
  const earlier = new Date(sinceMs - (zone === undefined ? BEHIND_MAX_MS : HOUR_MS));
  const format = { dateStyle: "short", timeStyle: "medium", timeZone: zone ?? "UTC" } as const;
  return new Intl.DateTimeFormat("sv-SE", format).format(earlier);
}

/** How far the clock of a place is ahead of UTC then. */
function aheadMs(atMs: number, zone: string): number {
  const format = { dateStyle: "short", timeStyle: "medium", timeZone: zone } as const;
  const local = timeOf(new Intl.DateTimeFormat("sv-SE", format).format(new Date(atMs)));
  return (local ?? atMs) - Math.floor(atMs / 1_000) * 1_000;
}

/** A time as the shop notes it, in Unix milliseconds; in UTC where its zone is not known. */
export function shopMs(value: unknown, zone: string | undefined): number | null {
  const localMs = timeOf(value);
  if (localMs === null || zone === undefined) return localMs;
  return localMs - aheadMs(localMs - aheadMs(localMs, zone), zone);
}

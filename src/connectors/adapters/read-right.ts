import type { Adapter } from "../engine/adapter.ts";
import { PlatformError } from "../engine/platform-error.ts";
import type { Api } from "../engine/requests/platform-api.ts";

/** A warning where credentials may not read something that the connector reads beside; else none. Throws when no one answers. */
export async function warnsUnread(read: () => Promise<unknown>, warning: string): Promise<string[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== "unreachable") return [warning];
    throw error;
  }
}

/** The same for orders, by those that change from now on: there are few or none. */
export const warnsOfOrders = (api: Api, orders: NonNullable<Adapter["orders"]>, warning: string): Promise<string[]> =>
  warnsUnread(() => orders(api, { sinceMs: Date.now(), cursor: null }), warning);

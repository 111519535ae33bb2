import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { Services } from "../../src/runtime/services.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Call, openShelf, type Platform, TOKEN } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { openShop, type Received, type Reply } from "../doubles/shops.ts";
import { newTenant, services } from "../harness.ts";
import { runOutside } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

/** The doubles of all platforms, by their names. */
export const EVERY = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].map((each): [string, Platform] => [each.id, each]);

/** The services with a way out on which every request reaches a server on this machine, with the host that was meant in a header. */
function servicesTo(url: string): Services {
  const request: Services["outbound"]["request"] = (text, options) => {
    const { pathname, search, host } = new URL(text);
    const headers = { ...options.headers, "x-meant-host": host };
    return services.outbound.request(`${url}${pathname}${search}`, { ...options, headers });
  };
  return { ...services, outbound: Object.assign(Object.create(services.outbound), { request }) };
}

const callOf = (received: Received): Call => {
  const { pathname, searchParams: query } = new URL(received.path, "https://receiver.test");
  const body = /^[[{]/.test(received.text) ? JSON.parse(received.text) : undefined;
  const host = String(received.headers["x-meant-host"]);
  return { ...received, host, route: `${received.method} ${pathname}`, query, body };
};

/** Credentials of their own for each secret, so that each is known when it comes back. */
const ownSecrets = ({ id, credentials }: Platform): Record<string, string> =>
  Object.fromEntries(
    Object.entries(findPlatform(id)?.credentials ?? {}).flatMap(([name, { isSecret }]) =>
      isSecret ? [[name, `very-secret-${name}`]] : name in credentials ? [[name, credentials[name] ?? ""]] : [],
    ),
  );

interface Given {
  /** What the platform answers, instead of its double. */
  answer?: (call: Call) => Reply;
  hasOwnSecrets?: boolean;
  syncOptions?: object;
}

/** A catalog, and a connector to a platform on this machine. */
export async function openEvery(platform: Platform, { answer, hasOwnSecrets = false, syncOptions = {} }: Given = {}) {
  const own = platform.answer(openShelf());
  const shop = await openShop((received) => {
    const call = callOf(received);
    if (answer) return answer(call);
    return platform.isToken?.(call) ? TOKEN : own(call);
  }, platform.id);
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  const given = hasOwnSecrets ? ownSecrets(platform) : platform.credentials;
  const credentials = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === "" ? shop.url : value]),
  );
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      ...{ platform_id: platform.id, name: "Shop", credentials },
      sync_options: { stock_owner: "catalog", default_tax_rate: 20, ...syncOptions },
    }),
  );
  const path = `/connectors/${connector.id}`;
  /** Its job once it has ended; `undefined`: the platform has no such operation. */
  const sync = async (operation: string, body: object = {}) => {
    const { body: begun } = await tenant.post(`${path}/sync/${operation}`, body);
    await runOutside(there);
    return begun.job_id === undefined ? undefined : (await tenant.get(`${path}/sync/jobs/${begun.job_id}`)).body;
  };
  /** What the platform is asked meanwhile, but for its token. */
  const askedIn = async (work: () => Promise<unknown>) => {
    const before = shop.asked.length;
    await work();
    return shop.asked
      .slice(before)
      .map(callOf)
      .filter((call) => platform.isToken?.(call) !== true)
      .map(({ route }) => route);
  };
  return { there, tenant, connector, path, credentials, shop, sync, askedIn };
}

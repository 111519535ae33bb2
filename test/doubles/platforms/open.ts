import { loadAdapter } from "../../../src/connectors/engine/adapters.ts";
import type { PushItem } from "../../../src/connectors/engine/push/push-item.ts";
import type { PushKind } from "../../../src/connectors/engine/push/push-outcome.ts";
import { openApi } from "../../../src/connectors/engine/requests/api.ts";
import type { TokenStore } from "../../../src/connectors/engine/requests/token-line.ts";
import type { WorkStore } from "../../../src/connectors/engine/requests/works.ts";
import type { Outbound } from "../../../src/outbound/outbound.ts";
import { prepare, type Way } from "../../../workers/connectors/link.ts";
import { send } from "../../../workers/connectors/send.ts";
import { wayOut } from "../../outbound/way-out.ts";
import { openShop, type Reply } from "../shops.ts";
import { type Call, openShelf, type Platform, TOKEN } from "./platform.ts";

/** What goes wrong: for a call, instead of the platform's own answer, so often. `undefined`: nothing, this time. */
export interface Fault {
  when: (call: Call) => boolean;
  reply: (call: Call, real: () => Reply) => Reply;
  times?: number;
}

interface Opened {
  timeoutMs?: number;
  existing?: Way["existing"];
  /** Where its token is stored between runs. */
  store?: TokenStore;
  /** Where works that it has not ended are stored between turns. */
  works?: WorkStore;
  /** What files that are stored here hold. */
  readFile?: (key: string) => Promise<Buffer>;
}

/** A platform on this machine with a fault, and the way to it. No one really waits; the waits are noted. */
export async function openPlatform(
  platform: Platform,
  fault?: Fault,
  { timeoutMs, existing = "link", store, works, readFile }: Opened = {},
) {
  const shelf = openShelf();
  const own = platform.answer(shelf);
  const answer = (call: Call) => (platform.isToken?.(call) ? TOKEN : own(call));
  const tokens: Call[] = [];
  let left = fault?.times ?? Number.POSITIVE_INFINITY;
  const shop = await openShop((requests) => {
    const url = new URL(requests.path, "https://receiver.test");
    const host = String(requests.headers["x-meant-host"]);
    const body = /^[[{]/.test(requests.text) ? JSON.parse(requests.text) : undefined;
    const call = { ...requests, host, route: `${requests.method} ${url.pathname}`, query: url.searchParams, body };
    if (platform.isToken?.(call)) tokens.push(call);
    if (!fault?.when(call) || left-- <= 0) return answer(call);
    return fault.reply(call, () => answer(call));
  }, platform.id);
  const { outbound } = wayOut({ open: ["receiver.test"] });
  const request: Outbound["request"] = (text, options) => {
    const url = new URL(text);
    const headers = { ...options.headers, "x-meant-host": url.host };
    const limits = timeoutMs === undefined ? {} : { timeoutMs };
    return outbound.request(`${shop.url}${url.pathname}${url.search}`, { ...options, ...limits, headers });
  };
  const credentials = Object.fromEntries(
    Object.entries(platform.credentials).map(([name, value]) => [name, value === "" ? shop.url : value]),
  );
  const waits: number[] = [];
  const waitFor = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  const api = openApi({ request }, credentials, AbortSignal.timeout(60_000), {
    waitFor,
    ...(store && { tokens: store }),
    ...(works && { works }),
    ...(readFile && { readFile }),
  });
  const adapter = await loadAdapter(platform.id);
  // The engine's own part reads no more of a connector than that it is there.
  const way: Way = {
    adapter,
    api,
    connector: {} as never,
    existing,
    holders: async () => new Map(),
    openLines: async () => [],
    content: () => Promise.reject(new TypeError("Items are given here")),
    renewLanguages: async () => false,
    askPriceTax: () => Promise.reject(new TypeError("Prices are given here")),
    place: async (items) => ({ items: [...items], remarks: new Map() }),
  };
  const push = async (all: readonly PushItem[], kind: PushKind = "products", doubtful = new Set<string>()) =>
    send(way, kind, await prepare(way, kind, all, doubtful), doubtful);
  return { shelf, push, waits, tokens, shop, adapter, api };
}

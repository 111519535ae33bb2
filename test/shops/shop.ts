import { afterAll, afterEach, expect } from "bun:test";
import process from "node:process";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { basicAuth } from "../../src/connectors/engine/platform-values.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushKind } from "../../src/connectors/engine/push/push-outcome.ts";
import { fitItem } from "../../src/connectors/engine/push/text-limits.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import type { Api, ApiAnswer } from "../../src/connectors/engine/requests/platform-api.ts";
import { openOutbound } from "../../src/outbound/outbound.ts";
import { prepare, type Way } from "../../workers/connectors/link.ts";
import { send } from "../../workers/connectors/send.ts";
import { FORMATS } from "../media/images.ts";
import { type Exchange, readTranscript, recording, replaying, SHOP, writeTranscript } from "./transcript.ts";

/** All products of the suite begin so; they are removed when a test is over. */
const OURS = "CATALOGD-TEST-";

/** What stored pictures hold. */
const PICTURE = FORMATS["image/png"](20, 10);

/** A shop that the suite runs against. */
export interface TestedShop {
  id: "woocommerce" | "prestashop" | "magento";
  credentials: (address: string) => Record<string, string>;
  /** Asks it what no connector asks, to prepare and to clean up. */
  ask: (
    api: Api,
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object | string,
  ) => Promise<ApiAnswer>;
  version: (api: Api) => Promise<string>;
  /** Removes products by the beginning of their SKU. */
  remove: (api: Api, prefix: string) => Promise<void>;
}

const setting = (name: string): string | undefined => process.env[name];
const addressOf = ({ id }: TestedShop) => setting(`SHOP_${id.toUpperCase()}`);
const TIMEOUT_MS = 110_000;

/** The way to a shop: the real one that the command names, else that of its transcript, which has a name of its own for each file. */
export function openTested(shop: TestedShop, transcript: string = shop.id) {
  const address = addressOf(shop);
  const exchanges: Exchange[] = [];
  const replays: ReturnType<typeof replaying>[] = [];
  const outbound = openOutbound({ allow: { ranges: [], names: [] }, allowPrivate: true });
  const credentials = address === undefined ? shop.credentials(SHOP) : shop.credentials(address.replace(/\/+$/, ""));
  const open = async (of: string, other: Record<string, string> = {}) => {
    const replay = address === undefined ? replaying(readTranscript(transcript), of) : undefined;
    if (replay) replays.push(replay);
    const real = address?.replace(/\/+$/, "") ?? SHOP;
    const way = replay ?? recording(outbound, { address: real, of, exchanges });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const waitFor = (ms: number) => (replay ? Promise.resolve() : Bun.sleep(ms));
    const api = openApi(way, { ...credentials, ...other }, signal, { waitFor, readFile: async () => PICTURE });
    const adapter = await loadAdapter(shop.id);
    // The engine's own part reads no more of a connector than that it is there.
    const link: Way = {
      adapter,
      api,
      connector: {} as never,
      existing: "link",
      holders: async () => new Map(),
      openLines: async () => [],
      content: () => Promise.reject(new TypeError("Items are given here")),
      renewLanguages: async () => false,
      askPriceTax: () => Promise.reject(new TypeError("Prices are given here")),
      place: async (items) => ({ items: [...items], remarks: new Map() }),
    };
    const { limits } = findPlatform(shop.id) ?? {};
    const push = async (given: readonly PushItem[], kind: PushKind = "products") => {
      const items = given.map((item) => fitItem(item, limits));
      return send(link, kind, await prepare(link, kind, items, new Set()), new Set());
    };
    const ask = (...request: Parameters<TestedShop["ask"]> extends [Api, ...infer Rest] ? Rest : never) =>
      shop.ask(api, ...request);
    const done = () => shop.remove(api, `${OURS}${of}`);
    await done();
    return { api, adapter, push, ask, done, sku: (number: number) => `${OURS}${of}-${number}` };
  };
  afterEach(() => {
    expect(replays.splice(0).flatMap(({ unsent }) => unsent())).toEqual([]);
  });
  afterAll(async () => {
    if (address !== undefined && setting("SHOPS_RECORD") === "1") {
      const { api } = await open("version");
      const head = {
        platform: transcript,
        version: await shop.version(api),
        recorded: new Date().toISOString().slice(0, 10),
      };
      const noted = exchanges.filter(({ of }) => of !== "version");
      writeTranscript({ ...head, exchanges: noted }, secretsIn(credentials));
    }
    outbound.close();
  });
  return { open, address: address?.replace(/\/+$/, "") ?? SHOP };
}

const secretsIn = (credentials: Record<string, string>): string[] =>
  Object.entries(credentials).flatMap(([name, value]) =>
    name.endsWith("_url") ? [] : [value, basicAuth(value, ""), Buffer.from(value).toString("base64").slice(0, -4)],
  );

export const given = (platform: string, name: string, otherwise: string): string =>
  setting(`SHOP_${platform}_${name}`.toUpperCase()) ?? otherwise;

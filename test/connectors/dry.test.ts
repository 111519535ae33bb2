import { describe, expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { dryApi } from "../../src/connectors/engine/requests/dry-api.ts";
import type { Api, ApiRequest } from "../../src/connectors/engine/requests/platform-api.ts";
import { lamp, variedLamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const BY_OFFERS = new Set(["amazon", "cdiscount", "ebay", "fnac_darty", "manomano", "mirakl"]);
type Opened = Awaited<ReturnType<typeof openPlatform>>;
const KINDS = ["products", "stock", "prices"] as const;
/** Ids differ between what is made and what only seems to be. */
const shapeOf = ({ method, url }: { method: string; url: string }) =>
  `${method} ${new URL(url).pathname.replaceAll(/(?<=\/)(?:990)?\d+(?=\/|$)/g, "N").replace(/^\/(?:d|feed)$/, "a document")}`;

const PLAIN = [lamp("DRY-1", { brand: null }), lamp("DRY-2", { brand: null, compareAtPriceCents: 2_000 })];

/** Everything that is sent of products: made, changed, their stock and prices; by a way that changes nothing, or the platform's own. */
async function sendAll({ adapter, api }: Opened, way: (real: Api) => Api, items: readonly PushItem[] = PLAIN) {
  const sent: string[] = [];
  const noting = (inner: Api): Api => {
    const noted: Api = {
      ...inner,
      careful: () => noted,
      request: (request: ApiRequest, accepts) => {
        sent.push(shapeOf(request));
        return inner.request(request, accepts);
      },
    };
    return noted;
  };
  const own = noting(way(api));
  const outcomes = await adapter.push(own, "products", items);
  const known = items.flatMap((item): PushItem[] => {
    const made = outcomes.find(({ productId }) => productId === item.productId);
    if (!made || "error" in made) return [];
    return [{ ...item, externalId: made.externalId, externalItemId: made.externalItemId ?? null, hasImages: true }];
  });
  return { sent, made: outcomes, known };
}

describe.each([...SHOPS, ...MORE_SHOPS, ...MARKETPLACES])("a push to $id that changes nothing", (platform) => {
  test("sends the platform only what reads, and reports what the push would", async () => {
    const real = await openPlatform(platform);
    const trial = await openPlatform(platform);
    const { adapter } = trial;
    const answerOf = adapter.dry();
    const seemed = await sendAll(trial, (api) => dryApi(api, answerOf, []));
    const happened = await sendAll(real, (api) => api);

    expect(trial.shop.asked.filter((call) => isWrite(platform, call))).toEqual([]);
    expect(trial.shelf.made).toEqual([]);
    expect(seemed.made.map((each) => "error" in each)).toEqual(happened.made.map((each) => "error" in each));
    expect(seemed.known).toHaveLength(2);
    // What was looked up in answers that a real shop leaves out is not asked in a trial.
    const writes = (some: readonly string[]) => some.filter((each) => !each.startsWith("GET "));
    expect(writes(seemed.sent)).toEqual(writes(happened.sent));

    for (const kind of KINDS) {
      const said = (outcomes: Awaited<ReturnType<typeof adapter.push>>) =>
        outcomes.map((each) => ("error" in each ? each.error : "sent"));
      // Some look first whether the shop has what they change.
      const before = real.shop.asked.length;
      const outcomes = await adapter.push(dryApi(real.api, answerOf, []), kind, happened.known);
      expect(real.shop.asked.slice(before).filter((call) => isWrite(platform, call))).toEqual([]);
      expect(said(outcomes)).toEqual(said(await adapter.push(real.api, kind, happened.known)));
    }
    expect(trial.shelf.made).toEqual([]);
  });
});

/** Those whose doubles know variants. */
const VARIED = [...MORE_SHOPS, ...MARKETPLACES].filter(({ id }) => id === "salesforce_commerce" || BY_OFFERS.has(id));

describe.each(VARIED)("a push of variants to $id that changes nothing", (platform) => {
  test("sends the platform only what reads, and what the push would", async () => {
    const [real, trial] = [await openPlatform(platform), await openPlatform(platform)];
    const items = [variedLamp("DRY-1", { brand: null })];
    const answerOf = trial.adapter.dry();
    const seemed = await sendAll(trial, (api) => dryApi(api, answerOf, []), items);
    const happened = await sendAll(real, (api) => api, items);
    expect(trial.shop.asked.filter((call) => isWrite(platform, call))).toEqual([]);
    expect(trial.shelf.made).toEqual([]);
    expect([seemed.known.length, happened.known.length]).toEqual([1, 1]);
    const writes = (some: readonly string[]) => some.filter((each) => !each.startsWith("GET "));
    expect(writes(seemed.sent)).toEqual(writes(happened.sent));
  });
});

function isWrite(platform: (typeof SHOPS)[number], call: Opened["shop"]["asked"][number]): boolean {
  const url = new URL(call.path, "https://receiver.test");
  const route = `${call.method} ${url.pathname}`;
  const read = { ...call, host: String(call.headers["x-meant-host"]), route, query: url.searchParams, body: undefined };
  return platform.isWrite(read);
}

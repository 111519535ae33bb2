import { describe, expect, test } from "bun:test";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { PLATFORM_NAMES } from "../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import { BAD, type Call, type openShelf, type Platform, WHY } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import type { Reply } from "../doubles/shops.ts";
import { newEan } from "../products/given.ts";

const PLATFORMS = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES];

const item = (sku: string, known: Partial<PushItem> = {}) => lamp(sku, { ean: newEan(), ...known });
const items = (count: number) => Array.from({ length: count }, (_, index) => item(`SKU-${index + 1}`));

const arrived = (outcomes: readonly PushOutcome[]) =>
  outcomes.flatMap((each) => ("externalId" in each ? [each.productId] : [])).toSorted();
const refused = (outcomes: readonly PushOutcome[]) => outcomes.flatMap((each) => ("error" in each ? [each] : []));
const ids = (all: readonly PushItem[]) => all.map(({ productId }) => productId).toSorted();
const skusIn = (text: string) => new Set(text.match(/SKU-\d+/g));
const isApi = (platform: Platform) => (call: Call) => platform.isToken?.(call) !== true;

/** All of them are there, each once. */
function expectEachOnce(
  shelf: ReturnType<typeof openShelf>,
  all: readonly PushItem[],
  outcomes: readonly PushOutcome[],
) {
  expect(refused(outcomes)).toEqual([]);
  expect(arrived(outcomes)).toEqual(ids(all));
  expect(shelf.made.toSorted()).toEqual(all.map(({ sku }) => sku).toSorted());
}

test("each of the fifteen platforms is in the table", () => {
  expect(PLATFORMS.map(({ id }) => id).toSorted()).toEqual(PLATFORM_NAMES.map(([id]) => id).toSorted());
});

describe.each(PLATFORMS.map((platform) => [platform.id, platform] as const))("faults of %s", (_, platform) => {
  test.each([401, 403])("%d: the credentials are refused, nothing is sent", async (status) => {
    const { push, shelf } = await openPlatform(platform, {
      when: isApi(platform),
      reply: () => ({ status, json: {} }),
    });
    await expect(push(items(3))).rejects.toMatchObject({ name: "PlatformError", reason: "credentials" });
    expect(shelf.made).toEqual([]);
  });

  test("404: a product that is no longer there is made again when it is pushed", async () => {
    const { push, shelf } = await openPlatform(platform);
    const externalId = platform.isBySku ? "gone-404" : "404";
    const all = [item("gone-1", { externalId, externalItemId: platform.itemIdOf?.("404") ?? null })];
    const outcomes = await push(all);
    if (platform.gone.products === "refused") expect(refused(outcomes)).toHaveLength(1);
    else if (platform.gone.products === "not noticed") expect(shelf.made).toEqual([]);
    else {
      expect(refused(outcomes)).toEqual([]);
      expect(shelf.made).toHaveLength(1);
    }
  });

  test("404: its stock cannot be set: it is unlinked, or refused with a reason", async () => {
    const { push } = await openPlatform(platform);
    const [outcome] = await push(
      [item("gone-1", { externalId: "gone-404", externalItemId: platform.itemIdOf?.("404") ?? null })],
      "stock",
    );
    if (platform.gone.stock === "made again") return expect(outcome).toMatchObject({ externalId: "gone-404" });
    expect(outcome).toMatchObject({ error: expect.stringMatching(/\w{4}/) });
    return expect(outcome && "isMissing" in outcome).toBe(platform.gone.stock === "unlinked");
  });

  test("409: a SKU that is there already is linked and changed, not made a second time", async () => {
    const { push, shelf } = await openPlatform(platform);
    shelf.make("SKU-1", platform.isBySku ? "SKU-1" : undefined);
    const outcomes = await push(items(2));
    expectEachOnce(shelf, items(2), outcomes);
    const linked = outcomes.flatMap((each) => ("linkedBy" in each ? [[each.productId, each.linkedBy]] : []));
    expect(linked).toEqual(platform.taken === "linked" ? [["product-SKU-1", "sku"]] : []);
  });

  test("409: where nothing is to be linked, a SKU that is there already is refused by name and left alone", async () => {
    if (platform.taken === "changed") return;
    const { push, shelf, shop } = await openPlatform(platform, undefined, { existing: "skip" });
    shelf.make("SKU-1", platform.isBySku ? "SKU-1" : undefined);
    const outcomes = await push(items(2));
    expect(refused(outcomes)).toEqual([
      { productId: "product-SKU-1", error: expect.stringMatching(/the SKU SKU-1 already \(.+\)/) },
    ]);
    expect(shelf.made).toEqual(["SKU-1", "SKU-2"]);
    const writes = shop.asked.filter(({ method, text }) => method !== "GET" && text.includes("Lamp SKU-1"));
    expect(writes).toEqual([]);
  });

  test("413: a request that is too large goes in parts; a product that is too large is refused alone", async () => {
    const tooLarge = ({ text }: Call) => {
      const skus = skusIn(text);
      return platform.isTogether ? skus.size > 2 : skus.has("SKU-3");
    };
    const when = (call: Call) => platform.isWrite(call) && tooLarge(call);
    const { push, shelf } = await openPlatform(platform, { when, reply: () => ({ status: 413, json: {} }) });
    const all = items(5);
    const outcomes = await push(all);
    if (platform.isTogether) return expectEachOnce(shelf, all, outcomes);
    expect(refused(outcomes)).toEqual([expect.objectContaining({ productId: "product-SKU-3" })]);
    return expect(arrived(outcomes)).toHaveLength(4);
  });

  test("414: a look-up of too many at once goes in parts", async () => {
    if (platform.taken === "changed") return;
    const { push, shelf } = await openPlatform(
      platform,
      {
        when: (call) => isApi(platform)(call) && !platform.isWrite(call) && skusIn(call.path + call.text).size > 2,
        reply: () => ({ status: 414, json: {} }),
      },
      { existing: "skip" },
    );
    expectEachOnce(shelf, items(5), await push(items(5)));
  });

  test("422: of a hundred products one is refused with its reason", async () => {
    const { push, shelf } = await openPlatform(platform);
    const all = [...items(99), item(BAD)];
    const outcomes = await push(all);
    const [only] = refused(outcomes);
    expect(refused(outcomes)).toHaveLength(1);
    expect(only).toMatchObject({ productId: `product-${BAD}` });
    expect(only?.error).toMatch(platform.id === "manomano" ? /no offer with this SKU/ : new RegExp(WHY));
    expectEachOnce(
      shelf,
      items(99),
      outcomes.filter((each) => "externalId" in each),
    );
  });

  test("429: it is left alone for as long as it asks", async () => {
    const { reply, waitMs } = platform.busy;
    const { push, shelf, waits } = await openPlatform(platform, {
      when: platform.isWrite,
      reply: () => reply,
      times: 1,
    });
    const all = items(3);
    expectEachOnce(shelf, all, await push(all));
    expect(waits).toContain(waitMs);
  });

  test("5xx: it is tried again; a platform that stays away ends the run", async () => {
    const away = (times?: number): Fault => ({
      when: platform.isWrite,
      reply: () => ({ status: 503, text: "" }),
      ...(times && { times }),
    });
    const once = await openPlatform(platform, away(1));
    expectEachOnce(once.shelf, items(3), await once.push(items(3)));
    const always = await openPlatform(platform, away());
    await expect(always.push(items(3))).rejects.toMatchObject({ name: "PlatformError", reason: "unreachable" });
    expect(always.shelf.made).toEqual([]);
  });

  test.each([1, 2])(
    "a reply that is cut off after the platform has stored it (call %d) doubles nothing",
    async (nth) => {
      let seen = 0;
      const { push, shelf } = await openPlatform(platform, {
        when: (call) => platform.isWrite(call) && ++seen === nth,
        reply: (_call, real) => {
          real();
          return null;
        },
      });
      const all = items(3);
      expectEachOnce(shelf, all, await push(all));
    },
  );

  test("a token that has ended is fetched again, once", async () => {
    if (!platform.isToken) return expect(Object.keys(platform.credentials)).not.toContain("client_secret");
    const { push, shelf, tokens } = await openPlatform(platform, {
      when: isApi(platform),
      reply: () => ({ status: 401, json: {} }),
      times: 1,
    });
    const all = items(3);
    expectEachOnce(shelf, all, await push(all));
    return expect(tokens).toHaveLength(2);
  });
});

test("a query that costs Shopify more than any may goes in parts", async () => {
  const shopify = PLATFORMS.find(({ id }) => id === "shopify") ?? expect.unreachable();
  const error = { message: "Query cost is 1500", extensions: { code: "MAX_COST_EXCEEDED" } };
  const { push, shelf } = await openPlatform(shopify, {
    when: ({ text }) => text.split("productSet(").length - 1 > 2,
    reply: () => ({ json: { errors: [error] } }),
  });
  expectEachOnce(shelf, items(5), await push(items(5)));
});

test("a platform that does not answer in time is called again, and nothing is made twice", async () => {
  const report = async (platform: Platform) => {
    const reply = (_call: Call, real: () => Reply): Reply => {
      real();
      return { isSilent: true };
    };
    const { push, shelf } = await openPlatform(
      platform,
      { when: platform.isWrite, reply, times: 1 },
      { timeoutMs: 3_000 },
    );
    const all = items(2);
    const outcomes = await push(all).catch((error: unknown) => {
      if (error instanceof PlatformError) return [{ productId: "all", error: error.message }];
      throw error;
    });
    return [platform.id, refused(outcomes), shelf.made.toSorted()];
  };
  const reported = await Promise.all(PLATFORMS.map(report));
  expect(reported).toEqual(PLATFORMS.map(({ id }) => [id, [], ["SKU-1", "SKU-2"]]));
});

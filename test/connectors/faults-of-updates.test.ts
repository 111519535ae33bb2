import { describe, expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { newEan } from "../products/given.ts";

const PLATFORMS = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES];
const UPDATES = PLATFORMS.flatMap((platform) =>
  (["stock", "prices"] as const).map((kind) => [platform.id, kind, platform] as const),
);
type Case = (typeof UPDATES)[number];

const itemOf = (sku: string) => lamp(sku, { ean: newEan() });

/** Three products that the platform has, and a way to push one figure of each, with a fault from then on. */
async function givenPushed([, kind, platform]: Case, fault: Omit<Fault, "when">) {
  let isArmed = false;
  const when = (call: Call) => isArmed && platform.isToken?.(call) !== true;
  const opened = await openPlatform(platform, { ...fault, when });
  const all = ["SKU-1", "SKU-2", "SKU-3"].map(itemOf);
  const made = await opened.push(all);
  const known = all.map((item): PushItem => {
    const outcome = made.find(({ productId }) => productId === item.productId);
    if (!outcome || "error" in outcome) throw new Error(JSON.stringify(made));
    const { externalId, externalItemId = null } = outcome;
    return { ...item, externalId, externalItemId, stock: 9, priceCents: 1_990 };
  });
  const plain = sayOf(await opened.push(known, kind));
  isArmed = true;
  return { ...opened, plain, update: async () => sayOf(await opened.push(known, kind)) };
}

/** A platform with one product, and a way to pull its first page, with a fault. */
async function givenPulled(platform: Case[2], fault: Omit<Fault, "when">) {
  const opened = await openPlatform(platform, { ...fault, when: (call) => platform.isToken?.(call) !== true });
  const { pull } = opened.adapter;
  return { ...opened, pull: pull && (() => pull(opened.api, { sinceMs: null, cursor: null })) };
}

const sayOf = (outcomes: readonly PushOutcome[]) =>
  outcomes.map((each) => ["error" in each ? each.error : "done", each.productId].join(" ")).toSorted();

describe.each(UPDATES)("%s, a push of %s", (...given) => {
  const [, kind, platform] = given;
  const isRefused = platform.id === "salesforce_commerce" && kind === "prices";

  test("401: the credentials are refused", async () => {
    const { update, plain } = await givenPushed(given, { reply: () => ({ status: 401, json: {} }) });
    if (isRefused) return expect(await update()).toEqual(plain);
    return expect(update()).rejects.toMatchObject({ name: "PlatformError", reason: "credentials" });
  });

  test("429: it is left alone for as long as it requests, and then reported", async () => {
    const { reply, waitMs } = platform.busy;
    const { update, plain, waits } = await givenPushed(given, { reply: () => reply, times: 1 });
    expect(await update()).toEqual(plain);
    if (isRefused) return;
    expect(plain.filter((said) => !said.startsWith("done"))).toEqual([]);
    expect(waits).toContain(waitMs);
  });

  test("5xx: it is tried again; a platform that stays away ends the run", async () => {
    const reply = () => ({ status: 503, text: "" });
    const once = await givenPushed(given, { reply, times: 1 });
    expect(await once.update()).toEqual(once.plain);
    if (isRefused) return;
    const always = await givenPushed(given, { reply });
    await expect(always.update()).rejects.toMatchObject({ name: "PlatformError", reason: "unreachable" });
  });

  test("422: a request that is refused is reported for each product in it, or ends the run, with its reason", async () => {
    const { update } = await givenPushed(given, { reply: () => ({ status: 422, json: { message: "not this one" } }) });
    const said = await update().catch((error: Error) => [error.message]);
    for (const each of said) expect(each).not.toMatch(/^done/);
  });

  test("a reply that is cut off after the platform has stored it changes nothing", async () => {
    const { update, plain, shelf } = await givenPushed(given, {
      reply: (_call, real) => {
        real();
        return null;
      },
      times: 1,
    });
    expect(await update()).toEqual(plain);
    expect(shelf.made).toHaveLength(3);
  });
});

describe.each(PLATFORMS.map((platform) => [platform.id, platform] as const))("%s, a pull", (_, platform) => {
  test("401: the credentials are refused", async () => {
    const { pull } = await givenPulled(platform, { reply: () => ({ status: 401, json: {} }) });
    if (pull) await expect(pull()).rejects.toMatchObject({ name: "PlatformError", reason: "credentials" });
  });

  test("429, 5xx and a reply that is cut off: it is called again; a platform that stays away ends the run", async () => {
    const plain = await givenPulled(platform, { reply: (__, real) => real() });
    if (!plain.pull) return;
    const wanted = await plain.pull();
    for (const reply of [platform.busy.reply, { status: 503, text: "" }, null]) {
      const { pull } = await givenPulled(platform, { reply: () => reply, times: 1 });
      expect(await pull?.()).toEqual(wanted);
    }
    const away = await givenPulled(platform, { reply: () => ({ status: 503, text: "" }) });
    await expect(away.pull?.()).rejects.toMatchObject({ name: "PlatformError", reason: "unreachable" });
  });
});

test("Magento does not say whose price is invalid: each goes alone, and one of them is reported", async () => {
  const platform = SHOPS.find(({ id }) => id === "magento");
  if (!platform) throw new Error("no Magento");
  const { push } = await openPlatform(platform);
  const made = await push(["SKU-1", "SKU-2", "SKU-3"].map(itemOf));
  const priced = made.map((outcome, index): PushItem => {
    if ("error" in outcome) throw new Error(outcome.error);
    const { productId, externalId } = outcome;
    return { ...itemOf(externalId), productId, externalId, priceCents: index === 1 ? 0 : 1_990 };
  });
  expect(sayOf(await push(priced, "prices"))).toEqual([
    "Invalid attribute Price = 0. product-SKU-2",
    "done product-SKU-1",
    "done product-SKU-3",
  ]);
});

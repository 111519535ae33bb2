import { expect, test } from "bun:test";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Call, openShelf } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { clock } from "../harness.ts";
import { runOutside } from "./services-to.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

interface File {
  is: (call: Call) => boolean;
  state: (call: Call) => Reply | undefined;
}

/** How a file of levels is sent, and what its platform answers while it is at it. */
const FILES: Record<string, File> = {
  cdiscount: {
    is: ({ route }) => route === "PATCH /seller/v2/offer-packages/12",
    state: ({ route }) =>
      route === "GET /seller/v2/offer-packages/12" ? { json: { state: "IntegrationPending" } } : undefined,
  },
  fnac_darty: {
    is: ({ route }) => route.endsWith("/offers_update"),
    state: ({ route }) =>
      route.endsWith("/batch_status")
        ? { text: '<batch_status_response status="RUNNING"><batch_id>1</batch_id></batch_status_response>' }
        : undefined,
  },
  mirakl: {
    is: ({ route }) => route === "POST /api/offers/stock/imports",
    state: ({ route }) =>
      route === "GET /api/offers/stock/imports/3/status" ? { json: { status: "RUNNING" } } : undefined,
  },
};
const URLS: Record<string, Record<string, string>> = { mirakl: { base_url: "https://market.example" } };

/** A platform takes a file in when it gets it, or when it has ended it. */
const WAYS = Object.keys(FILES).flatMap((id) => [
  { id, when: "at once" } as const,
  { id, when: "at its end" } as const,
]);

/** A marketplace that is at a file of levels until it is let go on. */
function openSlow(id: string, isLate: boolean) {
  const platform = MARKETPLACES.find((each) => each.id === id) ?? expect.unreachable();
  const file = FILES[id] ?? expect.unreachable();
  const shelf = openShelf();
  const answer = platform.answer(shelf);
  const set = (levels: Iterable<[string, number]>) => {
    for (const [sku, level] of levels) shelf.levels.set(sku, level);
  };
  const late: [string, number][] = [];
  let [isSlow, sent] = [false, 0];
  const take = (call: Call): Reply => {
    sent++;
    const before = [...shelf.levels];
    const reply = answer(call);
    if (!isLate) return reply;
    late.push(...shelf.levels);
    set(before);
    return reply;
  };
  const stateOf = (call: Call): Reply | undefined => {
    const state = sent > 0 ? file.state(call) : undefined;
    if (isSlow) return state;
    if (state) set(late.splice(0));
    return undefined;
  };
  const reply = (call: Call): Reply => {
    if (/token|keycloak|openid-connect/.test(call.path)) return { json: { access_token: "t", expires_in: 3_600 } };
    if (file.is(call) && (isSlow || sent > 0)) return take(call);
    return stateOf(call) ?? answer(call);
  };
  const slow = (now: boolean) => {
    isSlow = now;
  };
  return { shelf, reply, slow, sent: () => sent, credentials: { ...platform.credentials, ...URLS[id] } };
}

test.each(WAYS)(
  "S31.4 $id: a file of levels that is taken in $when is followed by a later turn, and counts once",
  async ({ id, when }) => {
    const { shelf, reply, slow, sent, credentials } = openSlow(id, when === "at its end");
    const catalog = await openVariedCatalog(id, credentials, reply, { stock_owner: "catalog" });
    const { sync, sku, tenant, path, variantId, there, connector } = catalog;
    await sync("push-products");
    await sync("push-stock");
    shelf.levels.set(sku("S"), 1).set(sku("M"), 4);
    await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
    slow(true);
    const job = await sync("push-stock");
    expect(job).toMatchObject({ status: "processing", pushed: 0 });
    slow(false);
    clock.nowMs += 31_000;
    await runOutside(there);
    const { body: ended } = await tenant.get(`/connectors/${connector.id}/sync/jobs/${job.id}`);
    expect(ended).toMatchObject({ status: "completed", pushed: 1, errors: 0 });
    expect([shelf.levels.get(sku("S")), shelf.levels.get(sku("M")), sent()]).toEqual([8, 4, 1]);
  },
);

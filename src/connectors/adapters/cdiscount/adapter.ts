import type { Adapter } from "../../engine/adapter.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import { skuOf } from "../../engine/push/push-item.ts";
import { NO_PRICE, type PushKind, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { type Offer, pushAsOffers } from "../../engine/push/variant-offers.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { levelsOfOffers } from "../offers-there.ts";
import { warnsOfOrders } from "../read-right.ts";
import { provesRight } from "../write-right.ts";
import { CHANNEL, call } from "./octopia-calls.ts";
import { dry } from "./octopia-dry.ts";
import { changeOf, makeIt, makesOffers, newOffer, offersThere, read } from "./octopia-offers.ts";
import { NO_ORDERS, ordersOf } from "./octopia-orders.ts";
import { sendOffers } from "./octopia-packages.ts";
import type { Refusals } from "./octopia-refusals.ts";
import { integrate, sheetLack, sheetRemarks } from "./octopia-sheets.ts";

// Source: https://developer.octopia-io.net/api-reference/ : product integration, offer packages in JSON, orders.
const CHUNK = 1_000;
const READ_ONLY = "The client may not write offers: ask Octopia for one that may manage offers and products.";

/** Sends sheets, and says what became of each. */
async function pushSheets(api: Api, offers: readonly Offer[]): Promise<PushOutcome[]> {
  const sent = offers.filter((offer) => sheetLack(offer) === undefined);
  const refused: Refusals = sent.length === 0 ? new Map() : await integrate(api, sent);
  return offers.map((offer): PushOutcome => {
    const { productId } = offer;
    const error = sheetLack(offer) ?? refused.get(skuOf(offer));
    if (error !== undefined) return { productId, error };
    const remarks = sheetRemarks(offer);
    return { productId, externalId: skuOf(offer), ...(remarks.length > 0 && { remarks }) };
  });
}

/** What becomes of an offer: it is changed, though Octopia may not have reported it, made, or neither. */
type Going = { change: Record<string, unknown>; isSeen: boolean } | ReturnType<typeof newOffer>;

function goingOf(kind: "stock" | "prices", offer: Offer, there: ReadonlyMap<string, unknown>): Going {
  const known = there.get(skuOf(offer));
  if (kind === "prices" && offer.priceCents === null) return { lack: NO_PRICE };
  // Those whose level was read just now are there.
  const isSeen = known !== undefined || (kind === "stock" && (offer.stockThere ?? null) !== null);
  return isSeen || !makesOffers(offer) ? { change: changeOf(kind, offer, known), isSeen } : newOffer(offer);
}

/** Changes offers, makes those that are not there where the connector's rules say all of them, and says what became of each. */
async function pushOffers(api: Api, kind: "stock" | "prices", offers: readonly Offer[]): Promise<PushOutcome[]> {
  const isAsked = ({ stockThere = null }: PushItem) => kind === "prices" || stockThere === null;
  const there = await offersThere(api, offers.filter(isAsked).map(skuOf));
  const going = new Map(offers.map((offer) => [offer, goingOf(kind, offer, there)]));
  const all = [...going.values()];
  const refused = await sendOffers(api, [
    { packageType: "Update", offers: all.flatMap((each) => ("change" in each ? [each.change] : [])) },
    { packageType: "Upsert", offers: all.flatMap((each) => ("offer" in each ? [each.offer] : [])) },
  ]);
  const errorOf = (offer: Offer): string | undefined => {
    const [each, why] = [going.get(offer), refused.get(skuOf(offer))];
    if (each && "lack" in each) return each.lack;
    return why !== undefined && each && "change" in each && !each.isSeen ? `${why}. ${makeIt(skuOf(offer))}` : why;
  };
  return offers.map((offer): PushOutcome => {
    const { productId } = offer;
    const error = errorOf(offer);
    return error === undefined ? { productId, externalId: skuOf(offer) } : { productId, error };
  });
}

const orders: NonNullable<Adapter["orders"]> = (api, from) =>
  ordersOf(async (path) => (await call(api, path)).json(), from);

const send = (api: Api, kind: PushKind, offers: readonly Offer[]) =>
  kind === "products" ? pushSheets(api, offers) : pushOffers(api, kind, offers);

export const cdiscount: Adapter = {
  dry,
  sameSku: "changed",
  sendsOffersSeparately: true,
  chunk: CHUNK,
  test: async (api) => {
    await call(api, "sellers");
    await call(api, `offers?${new URLSearchParams({ salesChannelId: CHANNEL, limit: "1" })}`);
    // A package that is not there: its rights are looked at first.
    await provesRight(() => call(api, "offer-packages/0", { method: "PATCH", json: { state: "Ready" } }), READ_ONLY);
    return { choices: {}, warnings: await warnsOfOrders(api, orders, NO_ORDERS) };
  },
  // What is said of offers may have no stock.
  unread: ["name", "description", "brand", "stock"],
  read,
  levels: levelsOfOffers(read),
  orders,
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => send(api, kind, offers),
    }),
};

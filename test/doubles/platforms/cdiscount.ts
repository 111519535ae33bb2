import { octopiaFault } from "../../connectors/published/octopia-offers.ts";
import type { Reply } from "../shops.ts";
import { BY_SKU, isBad, keep } from "./by-sku.ts";
import { frenchOrders } from "./french-orders.ts";
import { bodyAs, busyFor, type Call, NO_ROUTE, type Platform, refusal, type Shelf, WHY } from "./platform.ts";

interface Sheet {
  gtin: string;
  sellerProductReference: string;
}

interface SentOffer {
  sellerExternalReference: string;
  quantity?: number;
  price?: { price: number; originPrice?: number; taxes?: object[] };
}

/** Offers that one request takes, and results of a page of this double. */
const UPLOAD_MAX = 100;
const RESULTS_PAGE = 1_000;
/** What an offer of the seller zone says of its taxes. */
const TAXES = [
  { code: "VAT", value: 20 },
  { code: "Ecotax", value: 0.35 },
];

/** Packages of offers: they are opened, filled and set to Ready, and then integrated. */
function packagesOf(shelf: Shelf, prices: Map<string, NonNullable<SentOffer["price"]>>) {
  const base = "/seller/v2/offer-packages";
  let packageType = "Update";
  let state = "WaitingForCompletion";
  let offers: SentOffer[] = [];
  const upload = (call: Call): Reply => {
    const more = bodyAs<SentOffer[]>(call);
    if (state !== "WaitingForCompletion" || more.length > UPLOAD_MAX) return refusal(400);
    const fault = octopiaFault(more, packageType);
    if (fault !== undefined) return { status: 400, json: { message: fault } };
    offers = [...offers, ...more];
    return { status: 202 };
  };
  const skuOf = ({ sellerExternalReference }: SentOffer) => sellerExternalReference;
  const integrate = () => {
    if (packageType === "Upsert") keep(shelf, offers.map(skuOf));
    for (const { sellerExternalReference: sku, quantity, price } of offers.filter((each) =>
      shelf.products.has(skuOf(each)),
    )) {
      if (quantity !== undefined) shelf.levels.set(sku, quantity);
      if (price !== undefined) prices.set(sku, price);
    }
  };
  const results = ({ query }: Call): Reply => {
    const from = Number(query.get("cursor") ?? 0);
    const size = Math.min(RESULTS_PAGE, Number(query.get("limit") ?? 10));
    const items = offers.slice(from, from + size).map(({ sellerExternalReference: sku }) => {
      const isKnown = shelf.products.has(sku);
      const said = isKnown ? [] : [{ resultCode: "4001", message: "No such offer" }];
      return { sellerExternalReference: sku, integrationStatus: isKnown ? "Integrated" : "Rejected", results: said };
    });
    const next = from + size < offers.length ? { link: `</x?cursor=${from + size}&limit=${size}>; rel="next"` } : {};
    return { headers: next, json: { items } };
  };
  const answers: Record<string, (call: Call) => Reply> = {
    [`POST ${base}`]: (call) => {
      ({ packageType } = bodyAs<{ packageType: string }>(call));
      [state, offers] = ["WaitingForCompletion", []];
      return { status: 201, headers: { "content-location": `${base}/12` } };
    },
    [`POST ${base}/12/offer-requests`]: upload,
    [`PATCH ${base}/12`]: () => {
      state = "Integrated";
      integrate();
      return {};
    },
    [`GET ${base}/12`]: () => ({ json: { state } }),
    [`GET ${base}/12/offer-requests-results`]: results,
  };
  return answers;
}

/** `makesOffers`: the seller makes an offer of each sheet in the seller zone. */
function cdiscountAnswer(shelf: Shelf, makesOffers: boolean) {
  const packages: Sheet[][] = [];
  const prices = new Map<string, NonNullable<SentOffer["price"]>>();
  const stateOf = (isRefused: boolean) =>
    isRefused ? { status: "Rejected", errors: [{ message: WHY }] } : { status: "Integrated" };
  const offerOf = (sku: string) => ({
    sellerExternalReference: sku,
    offerState: "Active",
    quantity: shelf.levels.get(sku) ?? 4,
    facialPrice: { price: prices.get(sku)?.price ?? 12.5 },
    integrationPrice: prices.get(sku) ?? { price: 12.5, taxes: TAXES },
  });
  const answers: Record<string, (call: Call) => Reply> = {
    ...packagesOf(shelf, prices),
    "GET /seller/v2/offers": ({ query }) => {
      const asked = query.get("sellerExternalReferences")?.split(",") ?? [...shelf.products.keys()];
      return { json: { items: asked.filter((sku) => shelf.products.has(sku)).map(offerOf) } };
    },
    "GET /seller/v2/sellers": () => ({ json: {} }),
    "GET /seller/v2/orders": ({ query }) => frenchOrders("cdiscount", query),
    "POST /seller/v2/products-integration": (call) => {
      const { products } = bodyAs<{ products: Sheet[] }>(call);
      const skus = products.map(({ sellerProductReference }) => sellerProductReference);
      if (makesOffers) keep(shelf, skus);
      return { json: { packageId: packages.push(products) } };
    },
    // A report lists 25 products at most.
    "GET /seller/v2/products-integration-reports": ({ query }) => ({
      json: {
        items: (packages[Number(query.get("packageId")) - 1] ?? [])
          .slice(0, 25)
          .map(({ gtin, sellerProductReference: sku }) => ({ gtin, ...stateOf(isBad(sku)) })),
      },
    }),
  };
  return (call: Call) => answers[call.route]?.(call) ?? NO_ROUTE;
}

export const cdiscount: Platform = {
  ...BY_SKU,
  id: "cdiscount",
  credentials: { seller_id: "7", client_id: "id", client_secret: "secret" },
  isToken: ({ host }) => host === "auth.octopia-io.net",
  isWrite: ({ route }) => route.startsWith("POST /seller/v2/products-integration"),
  busy: busyFor({ "retry-after": "2" }, 2_000),
  gone: { products: "made again", stock: "refused" },
  answer: (shelf) => cdiscountAnswer(shelf, true),
};

/** No offers are made of its sheets. */
export const bareCdiscount: Platform = { ...cdiscount, answer: (shelf) => cdiscountAnswer(shelf, false) };

import { expect, test } from "bun:test";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import type { PushKind } from "../../src/connectors/engine/push/push-outcome.ts";
import {
  amazonShop,
  cdiscountShop,
  ebayShop,
  fnacShop,
  manomanoShop,
  miraklShop,
  type openMarketplace,
} from "../doubles/marketplaces.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";

const item = (sku: string, ean: string) =>
  lamp(sku, { ean, title: `Lamp & ${sku}`, images: [picture("https://images.example/1.jpg")] });
const ITEMS = [item("GOOD", "4006381333931"), item("BAD", "9780201379624")];

interface Marketplace {
  id: string;
  open: () => ReturnType<typeof openMarketplace>;
  credentials: Record<string, string>;
  /** The credential that is changed to be refused. */
  secret: string;
  /** Where the bodies go, and what each of them holds. */
  bodies: Record<PushKind, [path: string, ...holds: string[]]>;
}

const FEED = "/d";
const OFFERS = "/seller/v2/offer-packages/p1/offer-requests";
const BULK = "/sell/inventory/v1/bulk_";
const MARKETPLACES: Marketplace[] = [
  {
    id: "amazon",
    open: amazonShop,
    credentials: { seller_id: "s", marketplace_id: "A13V1IB3VIYZZH", client_id: "id", client_secret: "secret" },
    secret: "refresh_token",
    bodies: {
      products: [FEED, '"sellerId":"s"', '"operationType":"UPDATE"', '"value_with_tax":12.5', '"type":"ean"'],
      stock: [FEED, '"operationType":"PATCH"', '"path":"/attributes/fulfillment_availability"', '"quantity":4'],
      prices: [FEED, '"path":"/attributes/purchasable_offer"', '"currency":"EUR"'],
    },
  },
  {
    id: "ebay",
    open: ebayShop,
    credentials: { marketplace_id: "EBAY_FR", client_id: "id", client_secret: "secret" },
    secret: "refresh_token",
    bodies: {
      products: [`${BULK}create_or_replace_inventory_item`, '"condition":"NEW"', '"ean":["4006381333931"]'],
      stock: [`${BULK}update_price_quantity`, '"shipToLocationAvailability":{"quantity":4}'],
      prices: [`${BULK}update_price_quantity`, '"offerId":"o1"', '"price":{"value":"12.50","currency":"EUR"}'],
    },
  },
  {
    id: "cdiscount",
    open: cdiscountShop,
    credentials: { seller_id: "7", client_id: "id" },
    secret: "client_secret",
    bodies: {
      products: ["/seller/v2/products-integration", '"sellerProductReference":"GOOD"', '"categoryCode":"0101"'],
      stock: [OFFERS, '"sellerExternalReference":"GOOD","quantity":4'],
      prices: [OFFERS, '"price":{"price":12.5}'],
    },
  },
  {
    id: "fnac_darty",
    open: fnacShop,
    credentials: { partner_id: "p", shop_id: "s" },
    secret: "api_key",
    bodies: {
      products: [
        "/api.php/offers_update",
        '<product_reference type="Ean">4006381333931</product_reference>',
        '<offer_reference type="SellerSku">GOOD</offer_reference><price>12.50</price>',
      ],
      stock: ["/api.php/offers_update", 'type="SellerSku">GOOD</offer_reference><quantity>4</quantity></offer>'],
      prices: ["/api.php/offers_update", 'type="SellerSku">GOOD</offer_reference><price>12.50</price></offer>'],
    },
  },
  {
    id: "manomano",
    open: manomanoShop,
    credentials: { seller_contract_id: "7" },
    secret: "api_key",
    bodies: {
      products: ["/api/v2/offer-information/offers", '"seller_contract_id":7', '"price_vat_included":12.5'],
      stock: ["/api/v2/offer-information/offers", '"items":[{"sku":"GOOD","stock":{"quantity":4}}]'],
      prices: ["/api/v2/offer-information/offers", '"items":[{"sku":"GOOD","price":{"price_vat_included":12.5}}]'],
    },
  },
  {
    id: "mirakl",
    open: miraklShop,
    credentials: { base_url: "https://shop.mirakl.example", shop_id: "5" },
    secret: "api_key",
    bodies: {
      products: ["/api/products/imports?shop_id=5", '"sku";"ean";"title"', '"GOOD";"4006381333931";"Lamp & GOOD"'],
      stock: ["/api/offers/stock/imports?shop_id=5", '"offer-sku";"quantity"\n"GOOD";"4"'],
      prices: ["/api/offers/pricing/imports?shop_id=5", '"offer-sku";"price"\n"GOOD";"12.50"'],
    },
  },
];

test.each(MARKETPLACES)("$id takes good credentials and refuses others", async ({ id, open, credentials, secret }) => {
  const shop = await open();
  const adapter = await loadAdapter(id);
  await adapter.test(shop.api({ ...credentials, [secret]: "good" }));
  const refused = adapter.test(shop.api({ ...credentials, [secret]: "bad" }));
  await expect(refused).rejects.toMatchObject({ name: "PlatformError", reason: "credentials" });
});

const KINDS: PushKind[] = ["products", "stock", "prices"];
const CASES = MARKETPLACES.flatMap((each) => KINDS.map((kind) => ({ ...each, kind })));
test.each(CASES)(
  "$id gets $kind, and one product is refused",
  async ({ id, open, credentials, secret, bodies, kind }) => {
    const shop = await open();
    const adapter = await loadAdapter(id);
    const outcomes = await adapter.push(shop.api({ ...credentials, [secret]: "good" }), kind, ITEMS);
    const of = (sku: string) => outcomes.find(({ productId }) => productId === `product-${sku}`);
    expect(outcomes).toHaveLength(2);
    expect(of("GOOD")).toMatchObject({ externalId: "GOOD" });
    expect(of("BAD")).toMatchObject({ error: expect.stringMatching(/\w{4}/) });
    const [path, ...holds] = bodies[kind];
    const sent = shop.asked.find((requests) => requests.path === path && requests.method !== "GET");
    for (const held of holds) expect(sent?.text).toContain(held);
  },
);

test.each([
  ["ebay", { title: "Lamp", ean: "4006381333931" }],
  ["mirakl", { title: "Lamp", priceCents: 1_250, stock: 3 }],
])("%s reports its products", async (platformId, expected) => {
  const { open, credentials, secret } = MARKETPLACES.find(({ id }) => id === platformId) ?? expect.unreachable();
  const adapter = await loadAdapter(platformId);
  const api = (await open()).api({ ...credentials, [secret]: "good" });
  const page = await adapter.pull?.(api, { sinceMs: null, cursor: null });
  expect(page).toEqual({ products: [expect.objectContaining({ externalId: "GOOD", ...expected })], next: null });
});

import type { Reply } from "../shops.ts";
import { BY_SKU, isBad, keep } from "./by-sku.ts";
import { BAD, busyFor, type Call, type Platform, refusal, type Shelf, WHY } from "./platform.ts";
import { rowsIn } from "./rows-in.ts";

/** An order as OR11 has it. */
export const MIRAKL_ORDER = {
  order_id: "4711-A",
  order_state: "WAITING_ACCEPTANCE",
  created_date: "2099-01-01T10:00:00Z",
  last_updated_date: "2099-01-01T10:00:00Z",
  order_lines: [
    {
      ...{ order_line_id: "4711-A-1", order_line_state: "WAITING_ACCEPTANCE", quantity: 3 },
      ...{ offer_sku: "SKU-1", cancelations: [], refunds: [] },
    },
  ],
};

/** What OF21 says of a price and the one that it is reduced to; 0: it is not. */
const priceIn = (price: number, reduced: number) =>
  reduced > 0
    ? { price: reduced, discount: { discount_price: reduced, origin_price: price } }
    : { price, discount: null };

function miraklAnswer(shelf: Shelf) {
  let skus: string[] = [];
  const told = new Map<string, Record<string, unknown>>();
  const read = (call: Call) => {
    const rows = rowsIn(call);
    skus = rows.map((row) => row["offer-sku"] ?? row["sku"] ?? "");
    for (const [place, { price, quantity, title, brand, "discount-price": reduced }] of rows.entries()) {
      const sku = skus[place] ?? "";
      if (quantity) shelf.levels.set(sku, Number(quantity));
      told.set(sku, {
        ...told.get(sku),
        ...(price && priceIn(Number(price), Number(reduced))),
        ...(brand && { product_brand: brand }),
        ...(title && { product_title: title }),
      });
    }
  };
  const offerOf = (shop_sku: string) => ({
    ...{ shop_sku, product_title: `Lamp ${shop_sku}`, price: 12.5, quantity: shelf.levels.get(shop_sku) ?? 4 },
    ...told.get(shop_sku),
  });
  // Stock and prices are of offers that are there.
  const isWrong = (sku: string) => isBad(sku) || !shelf.products.has(sku);
  const change = (import_id: string) => (call: Call) => {
    read(call);
    return { status: 201, json: { import_id } };
  };
  const ended = () => ({ status: "COMPLETE", has_error_report: skus.some(isWrong) });
  const report = () => {
    const lines = skus.filter(isWrong).map((sku, index) => `"${index}";"${WHY}";"${sku}"\n`);
    return { text: `line;reason;offer-sku\n${lines.join("")}` };
  };
  const answers: Record<string, (call: Call) => Reply> = {
    "GET /api/account": () => ({ json: { shop_id: 5, shop_name: "Lumen", currency_iso_code: "EUR" } }),
    "GET /api/platform/configuration": () => ({
      json: { platform_name: "Market", timezone: "Europe/Paris", features: { order_tax_mode: "TAX_INCLUDED" } },
    }),
    "GET /api/currencies": () => ({ json: { currencies: [{ code: "EUR", label: "Euro" }] } }),
    "GET /api/locales": () => ({ json: { locales: [{ code: "fr_FR", label: "Français", platform_default: true }] } }),
    "GET /api/hierarchies": () => ({
      json: { hierarchies: [{ code: "LAMPS", label: "Lamps", level: 1, parent_code: "", label_translations: [] }] },
    }),
    "GET /api/offers": ({ query }) => {
      const sku = query.get("sku");
      const offers = [...shelf.products.keys()].filter((each) => sku === null || each === sku).map(offerOf);
      return { json: { offers, total_count: offers.length } };
    },
    "GET /api/orders": () => ({ json: { orders: [MIRAKL_ORDER], total_count: 1 } }),
    "POST /api/products/imports": (call) => {
      read(call);
      return { status: 201, json: { import_id: 1 } };
    },
    "GET /api/products/imports/1": () => ({ json: { import_status: "SENT" } }),
    "POST /api/offers/imports": (call) => {
      // PARTIAL_UPDATE is deprecated, and so refused here.
      if (!/name="import_mode"\r\n\r\n(?:NORMAL|REPLACE)\r\n/.test(call.text)) return refusal(400);
      read(call);
      keep(shelf, skus);
      return { status: 201, json: { import_id: 2 } };
    },
    "GET /api/offers/imports/2": () => ({ json: { status: "COMPLETE", has_error_report: skus.some(isBad) } }),
    "GET /api/offers/imports/2/error_report": () => ({ text: `sku;error-message\n"${BAD}";"${WHY}"\n` }),
    "POST /api/offers/stock/imports": change("3"),
    "GET /api/offers/stock/imports/3/status": () => ({ json: ended() }),
    "GET /api/offers/stock/imports/3/error_report": report,
    "POST /api/offers/pricing/imports": change("4"),
    "GET /api/offers/pricing/imports": ({ query }) => ({
      json: { data: query.get("import_id") === "4" ? [ended()] : [] },
    }),
    "GET /api/offers/pricing/imports/4/error_report": report,
  };
  return (call: Call) => answers[call.route]?.(call) ?? refusal(404);
}

export const mirakl: Platform = {
  ...BY_SKU,
  id: "mirakl",
  credentials: { base_url: "", api_key: "k" },
  isWrite: ({ route }) => /^POST .*\/imports$/.test(route),
  busy: busyFor({ "retry-after": "2" }, 2_000),
  gone: { products: "not noticed", stock: "unlinked" },
  answer: miraklAnswer,
};

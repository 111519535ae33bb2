import { offersFault } from "../../connectors/published/fnac-offers.ts";
import type { Reply } from "../shops.ts";
import { BY_SKU, isBad, keep } from "./by-sku.ts";
import { fnacOrders } from "./fnac-orders.ts";
import { busyFor, type Call, FIRST_WAIT_MS, NO_ROUTE, type Platform, type Shelf, WHY } from "./platform.ts";

const xml = (text: string): Reply => ({ headers: { "content-type": "text/xml" }, text });
const response = (service: string, inner: string, status = "OK") =>
  xml(`<${service}_response status="${status}">${inner}</${service}_response>`);
/** Offers of a page, as `results_count` of the schema has it where it is not said. */
const PAGE = 100;
const BATCH = "<batch_id>B1</batch_id>";

/** Takes what the marketplace's own schema has. */
function fnacAnswer(shelf: Shelf) {
  let skus: string[] = [];
  const struck = new Map<string, string>();
  const prices = new Map<string, string>();
  const shownOf = (sku: string) => {
    const promotion = "<promotion><price>9.00</price></promotion>";
    const said = `<product_name>Lamp</product_name><offer_seller_id><![CDATA[${sku}]]></offer_seller_id>`;
    return `<offer>${said}<price>${prices.get(sku) ?? "12.50"}</price>${struck.get(sku) ?? ""}<quantity>${shelf.levels.get(sku) ?? 4}</quantity>${promotion}</offer>`;
  };
  const take = (offer: string) => {
    const [, sku = ""] = /type="SellerSku">([^<]+)</.exec(offer) ?? [];
    const [own = struck.get(sku) ?? ""] = /<instead_of_price>.*<\/instead_of_price>/.exec(offer) ?? [];
    const [, price = prices.get(sku) ?? "12.50"] = /<price>([^<]+)</.exec(offer) ?? [];
    const [, quantity] = /<quantity>(\d+)</.exec(offer) ?? [];
    struck.set(sku, own);
    prices.set(sku, price);
    if (quantity !== undefined) shelf.levels.set(sku, Number(quantity));
    return sku;
  };
  const update = (text: string): Reply => {
    const fault = offersFault(text);
    if (fault !== undefined) return response("offers_update", `<error>${fault}</error>`, "ERROR");
    skus = [...text.matchAll(/<offer>.*?<\/offer>/gs)].map(([offer]) => take(offer));
    keep(shelf, skus);
    return response("offers_update", BATCH);
  };
  const reportOf = (sku: string) => {
    const error = isBad(sku) ? `<error code="ERR_105">${WHY}</error>` : "";
    return `<offer status="${isBad(sku) ? "ERROR" : "OK"}"><offer_seller_id>${sku}</offer_seller_id>${error}</offer>`;
  };
  const answers: Record<string, (text: string) => Reply> = {
    auth: () => response("auth", "<token>t</token>"),
    offers_query: (text) => {
      const sku = /<offer_seller_id>([^<]+)</.exec(text)?.[1];
      const page = Number(/<paging>(\d+)</.exec(text)?.[1] ?? 1);
      const all = [...shelf.products.keys()].filter((each) => sku === undefined || each === sku);
      const totals = `<page>${page}</page><total_paging>${Math.max(1, Math.ceil(all.length / PAGE))}</total_paging>`;
      const shown = all.slice((page - 1) * PAGE, page * PAGE).map(shownOf);
      return response("offers_query", totals + shown.join(""));
    },
    orders_query: (text) => fnacOrders(text, []),
    offers_update: update,
    batch_status: () => response("batch_status", BATCH + skus.map(reportOf).join("")),
  };
  return ({ route, text }: Call): Reply => answers[route.replace("POST /api.php/", "")]?.(text) ?? NO_ROUTE;
}

export const fnac: Platform = {
  ...BY_SKU,
  id: "fnac_darty",
  credentials: { partner_id: "p", shop_id: "s", api_key: "k" },
  isWrite: ({ route }) => route === "POST /api.php/offers_update",
  busy: busyFor({}, FIRST_WAIT_MS),
  answer: fnacAnswer,
};

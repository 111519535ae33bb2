import { FileUnreadable } from "../../../imports/parse/file-unreadable.ts";
import { openXml } from "../../../imports/parse/xml/xml-events.ts";
import type { Adapter } from "../../engine/adapter.ts";
import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { centsOf, numberOf, present, priceText } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { pushAsOffers } from "../../engine/push/variant-offers.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { firstStockOf, struckPrice } from "../each.ts";
import { warnsOfOrders } from "../read-right.ts";
import { dry } from "./fnac-dry.ts";
import { NO_ORDERS, ordersOf } from "./fnac-orders.ts";

// Source: the marketplace's XML services, https://vendeur.fnac.com/docs/api/2.6/services/ : auth, offers_update, batch_status,
// offers_query, orders_query
const API = "https://vendeur.fnac.com/api.php";
const SPACE = "http://www.fnac.com/schemas/mp-dialog.xsd";
/** 11: new. */
const NEW = "11";
/** A batch of no offer is none by the marketplace's schema, and any other one leaves a trace. */
const NOT_PROVED =
  "Whether this key may change offers is not known before the first push: Fnac Darty has no request that says so and changes nothing.";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const node = (name: string, value: string, attributes = "") => `<${name}${attributes}>${escaped(value)}</${name}>`;

/** One offer of a batch's report, or as it is there. */
interface Offer {
  status: string;
  sku: string;
  errors: string[];
  /** The texts of its own elements, by name; not those of its promotion. */
  texts: Map<string, string>;
}

interface Reply {
  status: string;
  /** The texts of elements outside offers, by name. */
  texts: Map<string, string>;
  errors: string[];
  offers: Offer[];
  xml: string;
}

/** Throws FileUnreadable. */
function readReply(xml: string): Reply {
  const reply: Reply = { status: "", texts: new Map(), errors: [], offers: [], xml };
  let offer: Offer | undefined;
  let depth = 0;
  let offerDepth = 0;
  let text = "";
  let isFirst = true;
  const feed = openXml("answer.xml", {
    open: (name, { status = "" }) => {
      text = "";
      depth++;
      if (isFirst) reply.status = status;
      isFirst = false;
      if (name !== "offer") return;
      offer = { status, sku: "", errors: [], texts: new Map() };
      offerDepth = depth;
      reply.offers.push(offer);
    },
    text: (more) => {
      text += more;
    },
    close: (name) => {
      const said = text.trim();
      text = "";
      const isOwn = depth-- === offerDepth + 1;
      if (name === "offer") offer = undefined;
      else if (name === "error") (offer ?? reply).errors.push(said);
      else if (!offer) reply.texts.set(name, said);
      else if (name === "offer_seller_id") offer.sku = said;
      else if (isOwn) offer.texts.set(name, said);
    },
  });
  feed.write(xml);
  feed.end();
  return reply;
}

async function post(api: Api, service: string, attributes: string, inner: string): Promise<Reply> {
  const body = `<?xml version="1.0" encoding="utf-8"?><${service} xmlns="${SPACE}"${attributes}>${inner}</${service}>`;
  const headers = { "content-type": "text/xml; charset=utf-8", accept: "text/xml" };
  const answer = await api.request({ method: "POST", url: `${API}/${service}`, body, headers });
  try {
    return readReply(answer.text);
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    throw new PlatformError("refused", "Fnac Darty answered without XML that can be read");
  }
}

/** Of a token that does not say how long it counts. */
const TOKEN_SECONDS = 300;

const tokenOf = (api: Api): Promise<string> =>
  api.token(async () => {
    const { partner_id = "", shop_id = "", api_key = "" } = api.credentials;
    const inner = node("partner_id", partner_id) + node("shop_id", shop_id) + node("key", api_key);
    const { texts, errors } = await post(api, "auth", "", inner);
    const token = texts.get("token");
    const seconds = (Date.parse(texts.get("validity") ?? "") - Date.now()) / 1_000;
    if (token) return { token, seconds: seconds > 0 ? seconds : TOKEN_SECONDS };
    throw new PlatformError("credentials", `Fnac Darty refused the credentials: ${errors.join("; ")}`);
  });

async function call(api: Api, service: string, inner: string): Promise<Reply> {
  const { partner_id = "", shop_id = "" } = api.credentials;
  const token = await tokenOf(api);
  const said = Object.entries({ partner_id, shop_id, token }).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return post(api, service, said.join(""), inner);
}

function offerXml(kind: PushKind, item: PushItem): string {
  const { ean, priceCents, stock } = item;
  const priced = (name: string, cents: number | null) =>
    kind === "stock" || cents === null || !isSent(item, "price") ? "" : node(name, priceText(cents));
  const price = priced("price", priceCents) + priced("instead_of_price", struckPrice(item));
  const isReported = kind === "stock" || (kind === "products" && firstStockOf(item) !== null);
  const quantity = !isReported ? "" : node("quantity", String(stock));
  const product = kind === "products" ? node("product_reference", ean ?? "", ' type="Ean"') : "";
  const state = kind === "products" ? node("product_state", NEW) : "";
  const reference = node("offer_reference", skuOf(item), ' type="SellerSku"');
  return `<offer>${product}${reference}${price}${state}${quantity}</offer>`;
}

function lackOf(kind: PushKind, { ean, priceCents }: PushItem): string | undefined {
  if (kind === "products" && ean === null) return "Fnac Darty wants an EAN";
  return kind !== "stock" && priceCents === null ? "It has no price" : undefined;
}

/** Sends a batch of offers and reads what became of each, when it is through. */
async function sendBatch(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<Offer[]> {
  const content = items.map((item) => offerXml(kind, item)).join("");
  const ended = await api.follow({
    name: "Fnac Darty's batch",
    content,
    begin: async () => {
      const sent = await call(api, "offers_update", content);
      const batchId = sent.texts.get("batch_id");
      if (!batchId) throw new PlatformError("refused", `Fnac Darty took no batch: ${sent.errors.join("; ")}`);
      return batchId;
    },
    poll: async (batchId) => {
      const reply = await call(api, "batch_status", node("batch_id", batchId));
      return reply.status === "RUNNING" || reply.status === "ACTIVE" ? undefined : reply;
    },
  });
  if (ended.status === "FATAL") throw new PlatformError("refused", `Fnac Darty: ${ended.errors.join("; ")}`);
  return ended.offers;
}

const pulledOf = ({ sku, texts }: Offer): PulledProduct => {
  const [price, stock] = [centsOf(texts.get("price")), numberOf(texts.get("quantity"))];
  const compareAtPriceCents = centsOf(texts.get("instead_of_price")) ?? price;
  return { externalId: sku, sku, ean: null, ...present({ priceCents: price, compareAtPriceCents, stock }) };
};

/** The seller's offers with these SKUs: one a request. */
async function read(api: Api, skus: readonly string[]): Promise<PulledProduct[]> {
  const found: PulledProduct[] = [];
  for (const sku of skus) {
    const query = node("paging", "1") + node("offer_seller_id", sku);
    const { offers } = await call(api, "offers_query", query);
    found.push(...offers.filter((offer) => offer.sku === sku).map(pulledOf));
  }
  return found;
}

/** Sends offers, and says what became of each. */
async function pushOffers(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const sent = items.filter((item) => lackOf(kind, item) === undefined);
  const reported = sent.length === 0 ? [] : await sendBatch(api, kind, sent);
  const bySku = new Map(reported.map((offer) => [offer.sku, offer]));
  return items.map((item): PushOutcome => {
    const offer = bySku.get(skuOf(item));
    const refused = offer?.status === "ERROR" || offer?.status === "FATAL";
    const error = lackOf(kind, item) ?? (refused ? offer.errors.join("; ") || "refused" : undefined);
    return error === undefined
      ? { productId: item.productId, externalId: skuOf(item) }
      : { productId: item.productId, error };
  });
}

const orders: NonNullable<Adapter["orders"]> = (api, from) =>
  ordersOf((inner) => call(api, "orders_query", inner), from);

export const fnacDarty: Adapter = {
  dry,
  sameSku: "changed",
  // No limit of a batch was found; its report lists each offer whole.
  chunk: 1_000,
  test: async (api) => {
    await tokenOf(api);
    return { choices: {}, warnings: [NOT_PROVED, ...(await warnsOfOrders(api, orders, NO_ORDERS))] };
  },
  // It names products by numbers of its own.
  unread: ["ean"],
  read,
  orders,
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => pushOffers(api, kind, offers),
    }),
};

import { bigcommerceStore } from "../bigcommerce-store.ts";
import type { Reply } from "../shops.ts";
import { bigcommerceCatalog } from "./bigcommerce-catalog.ts";
import { magento } from "./magento.ts";
import {
  BAD,
  bodyAs,
  busyFor,
  type Call,
  FIRST_WAIT_MS,
  NO_ROUTE,
  type Platform,
  refusal,
  type Shelf,
  WHY,
} from "./platform.ts";
import { prestashopReductions } from "./prestashop-reductions.ts";
import { prestashopTags } from "./prestashop-tags.ts";
import { shopify } from "./shopify.ts";

const skuIn = (text: string) => /<reference><!\[CDATA\[(.*?)\]\]>/.exec(text)?.[1] ?? "";
const idIn = (text: string) => /<id><!\[CDATA\[(.*?)\]\]>/.exec(text)?.[1] ?? "";
const productsIn = (text: string) => text.split("<product>").slice(1);
/** As PrestaShop 9.0 answers a change of what is not there, alone and among others. */
const INVALID_ID: Reply = { status: 404, json: { errors: [{ code: 92, message: "Invalid ID" }] } };

/** An answer by the method of the call. */
const byMethod = (answers: Record<string, () => Reply>, method: string | undefined) =>
  answers[method ?? ""]?.() ?? NO_ROUTE;

const prestashopAnswer = (shelf: Shelf) => {
  const reductions = prestashopReductions();
  const tags = prestashopTags();
  const own = (call: Call): Reply => {
    const [, method, kind, id = ""] = /^(\w+) \/api\/(products|stock_availables)(?:\/(\d+))?$/.exec(call.route) ?? [];
    if (kind === "stock_availables") {
      const products = call.query.get("filter[id_product]")?.slice(1, -1).split("|") ?? [];
      const found = products
        .filter((each) => shelf.products.has(each))
        .map((each) => ({ id: `7${each}`, id_product: each, id_product_attribute: "0" }));
      const list = (): Reply => ({ json: found.length === 0 ? [] : { stock_availables: found } });
      // With a product its stock went.
      const stocks = call.text.split("<stock_available>").slice(1).map(idIn);
      const isThere = stocks.every((each) => shelf.products.has(each.slice(1)));
      return byMethod({ PATCH: () => (isThere ? { json: {} } : INVALID_ID), GET: list }, method);
    }
    if (/ \/api\/manufacturers$/.test(call.route)) {
      return call.method === "GET" ? { json: [] } : { status: 201, json: { manufacturer: { id: "3" } } };
    }
    const wrong: Reply = { status: 400, json: { errors: [{ code: 85, message: WHY }] } };
    const find = (): Reply => {
      const wanted = call.query.get("filter[reference]")?.slice(1, -1).split("|") ?? [];
      const ids = call.query.get("filter[id]")?.slice(1, -1).split("|") ?? [];
      const found = [...shelf.products].filter(([each, reference]) => ids.includes(each) || wanted.includes(reference));
      return { json: { products: found.map(([each, reference]) => ({ id: each, reference })) } };
    };
    // Objects of a document are stored one after the other until one is refused; the last one is answered.
    const make = (): Reply => {
      let last = "";
      for (const product of productsIn(call.text)) {
        if (skuIn(product) === BAD) return wrong;
        last = shelf.make(skuIn(product));
      }
      return { status: 201, json: { product: { id: last } } };
    };
    const change = (): Reply => {
      for (const product of productsIn(call.text)) {
        if (!shelf.products.has(idIn(product))) return INVALID_ID;
        if (skuIn(product) === BAD) return wrong;
      }
      return { json: { product: { id } } };
    };
    return byMethod({ GET: find, POST: make, PATCH: change }, method);
  };
  return (call: Call): Reply => reductions.answer(call) ?? tags.answer(call) ?? own(call);
};

const prestashop: Platform = {
  id: "prestashop",
  credentials: { shop_url: "", api_key: "secret" },
  isTogether: false,
  isWrite: ({ route }) => /^(?:POST|PUT|PATCH) \/api\/products/.test(route),
  busy: busyFor({ "retry-after": "2" }, 2_000),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  answer: prestashopAnswer,
};

const conflict: Reply = { status: 409, json: { status: 409, title: "The product sku is a duplicate" } };
function bigcommerceAnswer(shelf: Shelf) {
  const store = bigcommerceStore();
  const catalog = bigcommerceCatalog({ shelf });
  return (call: Call): Reply => {
    if (call.route === "GET /stores/h1/v3/catalog/summary") return { json: { data: { inventory_count: 0 } } };
    const [, path] = /^\/stores\/h1\/v3(\/catalog\/.*)$/.exec(call.route.split(" ")[1] ?? "") ?? [];
    if (path === undefined) return store.reply(call);
    return catalog.reply(call.method, path, call.query, call.body) ?? NO_ROUTE;
  };
}

const bigcommerce: Platform = {
  id: "bigcommerce",
  credentials: { store_hash: "h1", access_token: "secret" },
  isTogether: false,
  isWrite: ({ route }) => /^(?:POST|PUT) .*\/catalog\//.test(route),
  busy: busyFor({ "x-rate-limit-time-reset-ms": "1500", "x-rate-limit-requests-left": "0" }, 1_500),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  answer: bigcommerceAnswer,
};

const wizishopAnswer =
  (shelf: Shelf) =>
  (call: Call): Reply => {
    const [, method, kind, id = ""] = /^(\w+) \/v3\/shops\/s1\/(products|skus)(?:\/(.+))?$/.exec(call.route) ?? [];
    if (kind === "skus" && method !== "PATCH") return NO_ROUTE;
    if (kind === "skus") return shelf.idOf(id) === undefined ? NO_ROUTE : { json: {} };
    const find = (): Reply => {
      if (id !== "") return shelf.products.has(id) ? { json: { id, sku: shelf.products.get(id) } } : NO_ROUTE;
      const found = shelf.idOf(call.query.get("sku") ?? "");
      return { json: { pages: 1, results: found === undefined ? [] : [{ id: found }] } };
    };
    const refusedOr = (answer: (sku: string) => Reply) => (): Reply => {
      const { sku } = bodyAs<{ sku: string }>(call);
      return sku === BAD ? refusal(422) : answer(sku);
    };
    const change = refusedOr(() => (shelf.products.has(id) ? { json: { id } } : NO_ROUTE));
    const make = refusedOr((sku) => (shelf.idOf(sku) === undefined ? { json: { id: shelf.make(sku) } } : conflict));
    return byMethod({ GET: find, PUT: change, POST: make }, method);
  };

const wizishop: Platform = {
  id: "wizishop",
  credentials: { shop_id: "s1", api_key: "secret" },
  isTogether: false,
  isWrite: ({ route }) => /^(?:POST|PUT) .*\/products/.test(route),
  busy: busyFor({}, FIRST_WAIT_MS),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  itemIdOf: () => "SKU-1",
  answer: wizishopAnswer,
};

export const SHOPS: readonly Platform[] = [shopify, prestashop, magento, bigcommerce, wizishop];

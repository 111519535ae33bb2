import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";
import { unknownRequest } from "./known-requests.ts";

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** What a shop answers: a status, and JSON or text. `null` closes the connection, `isSilent` leaves it open without an answer. */
export type Reply = {
  isSilent?: true;
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: Buffer;
} | null;

/**
 * A shop on this machine, over TLS. It answers each request by `reply`. One that its platform's table does not know, or without a
 * platform none of them, fails the test.
 */
export async function openShop(reply: (requests: Received) => Reply | Promise<Reply>, platform?: string) {
  const received: Received[] = [];
  let answer = reply;
  let fail = (why: string): void => {
    throw new Error(why);
  };
  const server = https.createServer(RECEIVER, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { method = "GET", url: path = "", headers } = request;
      const one = { method, path, headers, text: Buffer.concat(chunks).toString("utf8") };
      received.push(one);
      const unknown = unknownRequest(one, platform);
      if (unknown !== undefined) {
        response.writeHead(501).end(unknown);
        return fail(unknown);
      }
      const said = await answer(one);
      if (said === null) return request.socket.destroy();
      if (said.isSilent) return undefined;
      const { status = 200, headers: more = {}, json, text = JSON.stringify(json ?? {}) } = said;
      return response.writeHead(status, { "content-type": "application/json", ...more }).end(said.bytes ?? text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `https://receiver.test:${port}`,
    asked: received,
    /** From now on it answers so. */
    answers: (next: typeof reply) => {
      answer = next;
    },
    /** What becomes of a request that is not known, instead of a test that fails. */
    onUnknown: (next: typeof fail) => {
      fail = next;
    },
  };
}

/** What a WooCommerce shop keeps. */
export interface WooCommerceProducts {
  has: (id: number) => boolean;
  idOf: (sku: string) => number | undefined;
  make: (fields: Record<string, unknown>) => number;
  change: (id: number, fields: Record<string, unknown>) => void;
  all: () => Record<string, unknown>[];
  /** Those of `all` with one of these SKUs, where it knows them sooner. */
  withSkus?: (skus: readonly string[]) => Record<string, unknown>[];
  /** Why a product is refused. */
  refuses: (fields: Record<string, unknown>) => string | undefined;
}

const fault = (id: number, code: string, message: string, data: object) => ({ id, error: { code, message, data } });
const denied = (code: string): Reply => ({ status: 401, json: { code, data: { status: 401 } } });

/**
 * A WooCommerce shop by what was measured at a real one (8.2.2): batches of at most 100, SKUs that are there once, `error` beside
 * an id for one product of a batch, pages with their totals in headers.
 */
export function wooCommerceReply(products: WooCommerceProducts) {
  const make = (fields: Record<string, unknown>) => {
    const why = products.refuses(fields);
    if (why !== undefined) return fault(0, "rest_invalid_param", why, { status: 400 });
    const sku = String(fields["sku"]);
    const taken = products.idOf(sku);
    if (taken !== undefined) {
      const data = { status: 400, resource_id: taken, unique_sku: `${sku}-1` };
      return fault(0, "product_invalid_sku", "Invalid or duplicated SKU.", data);
    }
    return { ...fields, id: products.make(fields), permalink: "https://receiver.test/p" };
  };
  const change = (fields: Record<string, unknown>) => {
    const id = Number(fields["id"]);
    if (!products.has(id)) return fault(id, "woocommerce_rest_product_invalid_id", "Invalid ID.", { status: 400 });
    const { inventory_delta: by, ...rest } = fields;
    const level = Number(products.all().find((each) => Number(each["id"]) === id)?.["stock_quantity"] ?? 0);
    products.change(id, by === undefined ? fields : { ...rest, stock_quantity: level + Number(by) });
    return { ...fields, permalink: "https://receiver.test/p" };
  };
  const batch = (text: string): Reply => {
    const { create = [], update = [] } = JSON.parse(text);
    if (create.length + update.length > 100)
      return { status: 413, json: { code: "woocommerce_rest_request_entity_too_large" } };
    return { json: { create: create.map(make), update: update.map(change) } };
  };
  return ({ method, path, headers, text }: Received): Reply => {
    const refused = refusedBy(String(headers["authorization"]));
    if (refused) return refused;
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    if (pathname === "/wp-json/wc/v3/products/batch" && method === "POST") return batch(text);
    // As a shop is set up by default in Europe.
    if (pathname === "/wp-json/wc/v3/settings/tax/woocommerce_prices_include_tax") return { json: { value: "yes" } };
    if (pathname !== "/wp-json/wc/v3/products") return { status: 404, json: { code: "rest_no_route" } };
    const skus = searchParams.get("sku")?.split(",");
    return pageOf((skus && products.withSkus?.(skus)) ?? products.all(), searchParams, pathname);
  };
}

/** An unknown key and a wrong secret are refused each in its own words. */
function refusedBy(authorization: string): Reply | undefined {
  const given = /^Basic (.*)$/.exec(authorization)?.[1] ?? "";
  const [key, secret] = Buffer.from(given, "base64").toString().split(":");
  if (key !== "ck_1") return denied("woocommerce_rest_cannot_view");
  return secret === "cs_1" ? undefined : denied("woocommerce_rest_authentication_error");
}

function pageOf(products: Record<string, unknown>[], requests: URLSearchParams, path: string): Reply {
  const skus = requests.get("sku")?.split(",");
  const ids = requests.get("include")?.split(",");
  const after = requests.get("modified_after");
  const status = requests.get("status");
  const isAsked = ({ id, sku, date_modified_gmt: changed, status: own = "publish" }: Record<string, unknown>) =>
    (status === "any" ? own !== "trash" : status === null || own === status) &&
    (ids === undefined || ids.includes(String(id))) &&
    (skus === undefined || skus.includes(String(sku))) &&
    (after === null || changed === undefined || String(changed) > after);
  const found = products.filter(isAsked);
  const page = Number(requests.get("page") ?? 1);
  const size = Number(requests.get("per_page") ?? 10);
  const pages = Math.ceil(found.length / size);
  const totals = { "x-wp-total": String(found.length), "x-wp-totalpages": String(pages) };
  const link = page < pages ? { link: `<https://receiver.test${path}?page=${page + 1}>; rel="next"` } : {};
  return { headers: { ...totals, ...link }, json: found.slice((page - 1) * size, page * size) };
}

/** Products by their id, which are found by their SKU as well: a shop may have half a million. */
class KeptProducts extends Map<number, Record<string, unknown>> {
  readonly #ids = new Map<unknown, number>();

  override set(id: number, product: Record<string, unknown>): this {
    this.#forget(id);
    this.#ids.set(product["sku"], id);
    return super.set(id, product);
  }

  override delete(id: number): boolean {
    this.#forget(id);
    return super.delete(id);
  }

  override clear(): void {
    this.#ids.clear();
    super.clear();
  }

  idOf(sku: string): number | undefined {
    return this.#ids.get(sku);
  }

  #forget(id: number): void {
    const sku = this.get(id)?.["sku"];
    if (this.#ids.get(sku) === id) this.#ids.delete(sku);
  }
}

/** A WooCommerce shop that keeps its products in memory. */
export function wooCommerce() {
  const products = new KeptProducts();
  let nextId = 1;
  const reply = wooCommerceReply({
    has: (id) => products.has(id),
    idOf: (sku) => products.idOf(sku),
    make: (fields) => {
      products.set(nextId, { ...fields, id: nextId, permalink: "https://receiver.test/p" });
      return nextId++;
    },
    change: (id, fields) => {
      products.set(id, { ...products.get(id), ...fields });
    },
    all: () => [...products.values()],
    withSkus: (skus) => skus.flatMap<Record<string, unknown>>((sku) => products.get(products.idOf(sku) ?? 0) ?? []),
    refuses: () => undefined,
  });
  const credentialsAt = (url: string) => ({
    store_url: url,
    consumer_key: "ck_1",
    consumer_secret: "cs_1",
    webhook_secret: "whs_1",
  });
  return { products, reply, credentialsAt };
}

/** Such a shop over TLS. */
export async function openWooCommerce() {
  const { products, reply, credentialsAt } = wooCommerce();
  const shop = await openShop(reply);
  return { ...shop, products, credentials: credentialsAt(shop.url), reply };
}

import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";

export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** What a shop answers: a status, and JSON or text. `null` closes the connection without an answer. */
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: Buffer;
} | null;

/** A shop on this machine, over TLS. It answers each request by `reply`. */
export async function openShop(reply: (asked: Asked) => Reply) {
  const asked: Asked[] = [];
  let answer = reply;
  const server = https.createServer(RECEIVER, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "GET", url: path = "", headers } = request;
      const one = { method, path, headers, text: Buffer.concat(chunks).toString("utf8") };
      asked.push(one);
      const said = answer(one);
      if (said === null) return request.socket.destroy();
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
    asked,
    /** From now on it answers so. */
    answers: (next: typeof reply) => {
      answer = next;
    },
  };
}

/** Products of a WooCommerce shop, by the rules of its REST API: batches, SKUs that are there once, pages. */
export function wooCommerce() {
  const products = new Map<number, Record<string, unknown>>();
  let nextId = 1;
  const make = (fields: Record<string, unknown>) => {
    const taken = [...products.values()].some(({ sku }) => sku === fields["sku"]);
    if (taken) {
      return {
        id: 0,
        error: { code: "product_invalid_sku", message: "Invalid or duplicated SKU.", data: { status: 400 } },
      };
    }
    const product = { ...fields, id: nextId++, permalink: "https://receiver.test/p" };
    products.set(product.id, product);
    return product;
  };
  const change = (fields: Record<string, unknown>) => {
    const id = Number(fields["id"]);
    const known = products.get(id);
    if (!known)
      return {
        id,
        error: { code: "woocommerce_rest_product_invalid_id", message: "Invalid ID.", data: { status: 400 } },
      };
    const product = { ...known, ...fields };
    products.set(id, product);
    return product;
  };
  const reply = ({ method, path, headers, text }: Asked): Reply => {
    const expected = `Basic ${Buffer.from("ck_1:cs_1").toString("base64")}`;
    if (headers["authorization"] !== expected) return { status: 401, json: { code: "woocommerce_rest_cannot_view" } };
    const url = new URL(path, "https://receiver.test");
    if (url.pathname === "/wp-json/wc/v3/products/batch" && method === "POST") {
      const { create = [], update = [] } = JSON.parse(text);
      if (create.length + update.length > 100)
        return { status: 413, json: { code: "woocommerce_rest_request_entity_too_large" } };
      return { json: { create: create.map(make), update: update.map(change) } };
    }
    if (url.pathname !== "/wp-json/wc/v3/products") return { status: 404, json: { code: "rest_no_route" } };
    const skus = url.searchParams.get("sku")?.split(",");
    const page = Number(url.searchParams.get("page") ?? 1);
    const size = Number(url.searchParams.get("per_page") ?? 10);
    const found = [...products.values()].filter(({ sku }) => skus === undefined || skus.includes(String(sku)));
    return { json: found.slice((page - 1) * size, page * size) };
  };
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

import { randomUUID } from "node:crypto";
import type { Adapter } from "../../engine/adapter.ts";
import type { Api, ApiRequest } from "../../engine/platform-api.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import {
  baseOf,
  centsOf,
  eanAmong,
  listOf,
  member,
  numberOf,
  present,
  priceText,
  textOf,
} from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push-item.ts";
import type { PushKind } from "../../engine/push-outcome.ts";
import { addressesOf } from "../each.ts";
import { dry } from "./mirakl-dry.ts";
import { factsOf } from "./mirakl-facts.ts";

// Source: https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 : A01, P41, P42, P44, P47, OF01, OF02, OF03, OF21
const PAGE = 100;
/** The state that operators give new goods. */
const NEW = "11";
const ENDED = /^(COMPLETE|SENT|FAILED|CANCELLED|REJECTED)$/;
type Errors = Map<string | undefined, string>;

async function call(api: Api, path: string, request: Partial<ApiRequest> = {}) {
  const { base_url: base, api_key: key = "", shop_id: shop } = api.credentials;
  const url = new URL(`${baseOf(base)}/api/${path}`);
  if (shop) url.searchParams.set("shop_id", shop);
  const headers = { ...request.headers, authorization: key };
  return api.request({ method: "GET", ...request, url: url.href, headers });
}

const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
const csvOf = (rows: readonly Record<string, string | number>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map(quoted).join(";"))
    .join("\n");

/** The rows of a report: cells between semicolons, quoted where they need to be. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quotedCell, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r?\n|$)/g)) {
    rows.at(-1)?.push(quotedCell?.replaceAll('""', '"') ?? plain);
    if (end !== ";" && end !== "") rows.push([]);
  }
  return rows;
}

/** What a report says of each SKU. */
function errorsOf(csv: string, skuColumn: string): Errors {
  const [names = [], ...rows] = rowsOf(csv.replace(/^\uFEFF/, ""));
  const column = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const sku = names.indexOf(skuColumn);
  const message = column(/^errors?(-message)?$/i);
  return new Map(rows.filter((row) => row[sku]).map((row) => [row[sku], row[message] || "refused"]));
}

/** Sends a file of rows as an import. */
async function sendFile(
  api: Api,
  path: string,
  rows: readonly Record<string, string | number>[],
  fields: Record<string, string>,
): Promise<string> {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `Content-Disposition: form-data; name="file"; filename="import.csv"\r\nContent-Type: text/csv`;
  const body = `${parts.join("")}--${boundary}\r\n${file}\r\n\r\n${csvOf(rows)}\r\n--${boundary}--\r\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const id = textOf(member((await call(api, path, { method: "POST", body, headers })).json(), "import_id"));
  if (id === undefined) throw new PlatformError("refused", "Mirakl took no import");
  return id;
}

/** Imports a file of rows. Returns where its reports are, and what it is when it has ended. */
async function imported(
  api: Api,
  path: string,
  rows: Parameters<typeof sendFile>[2],
  { fields, stateName }: { fields: Record<string, string>; stateName: string },
): Promise<{ path: string; state: unknown }> {
  const { id, state: reported } = await api.follow({
    name: "Mirakl's import",
    content: [path, fields, rows],
    begin: () => sendFile(api, path, rows, fields),
    poll: async (id) => {
      const state = (await call(api, `${path}/${id}`)).json();
      return ENDED.test(String(member(state, stateName))) ? { id, state } : undefined;
    },
  });
  if (!/^(COMPLETE|SENT)$/.test(String(member(reported, stateName)))) {
    const why = textOf(member(reported, "reason_status")) ?? String(member(reported, stateName));
    throw new PlatformError("refused", `Mirakl refused the import: ${why}`);
  }
  return { path: `${path}/${id}`, state: reported };
}

const skuOf = ({ externalId, sku }: PushItem) => externalId ?? sku;
const sheetRow = (item: PushItem) => ({
  sku: skuOf(item),
  ean: item.ean ?? "",
  title: item.title,
  description: item.description,
  brand: item.brand ?? "",
  category: item.category ?? "",
  image: addressesOf(item.images)[0] ?? "",
});

/** Product sheets in the seller's own columns, which the operator's mapping turns into its attributes. */
async function importProducts(api: Api, items: readonly PushItem[]): Promise<Errors> {
  const { path, state } = await imported(api, "products/imports", items.map(sheetRow), {
    ...{ fields: { operator_format: "false" }, stateName: "import_status" },
  });
  const errors: Errors = new Map();
  for (const [name, report] of [
    ["has_transformation_error_report", "transformation_error_report"],
    ["has_error_report", "error_report"],
  ] as const) {
    if (member(state, name) !== true) continue;
    for (const [sku, error] of errorsOf((await call(api, `${path}/${report}`)).text, "sku")) errors.set(sku, error);
  }
  return errors;
}

function offerRow(kind: PushKind, item: PushItem): Record<string, string | number> {
  const { ean, stock, priceCents } = item;
  if (kind === "stock") return { sku: skuOf(item), quantity: stock };
  const price = priceText(priceCents ?? 0, item.currency);
  if (kind === "prices") return { sku: skuOf(item), price };
  const product = { "product-id": ean ?? "", "product-id-type": "EAN" };
  return { sku: skuOf(item), ...product, price, quantity: stock, state: NEW, "update-delete": "update" };
}

async function importOffers(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<Errors> {
  const mode = { import_mode: kind === "products" ? "NORMAL" : "PARTIAL_UPDATE" };
  const rows = items.map((item) => offerRow(kind, item));
  const { path, state } = await imported(api, "offers/imports", rows, { fields: mode, stateName: "status" });
  if (member(state, "has_error_report") !== true) return new Map();
  return errorsOf((await call(api, `${path}/error_report`)).text, "sku");
}

export const mirakl: Adapter = {
  dry,
  sameSku: "changed",
  sendsOffersSeparately: true,
  test: async (api) => {
    await call(api, "account");
    return factsOf(async (path) => (await call(api, path)).json());
  },
  push: async (api, kind, items) => {
    const errors: Errors = new Map();
    if (kind !== "stock") {
      for (const item of items) if (item.priceCents === null) errors.set(skuOf(item), "It has no price");
    }
    const left = () => items.filter((item) => !errors.has(skuOf(item)));
    const note = (more: Errors) => {
      for (const [sku, error] of more) errors.set(sku, error);
    };
    if (kind === "products" && left().length > 0) note(await importProducts(api, left()));
    if (left().length > 0) note(await importOffers(api, kind, left()));
    return items.map((item) => {
      const error = errors.get(skuOf(item));
      const { productId } = item;
      return error === undefined ? { productId, externalId: skuOf(item) } : { productId, error };
    });
  },
  pull: async (api, { cursor }) => {
    const offset = Number(cursor ?? 0);
    const found = (await call(api, `offers?max=${PAGE}&offset=${offset}`)).json();
    const products = listOf(member(found, "offers")).map((offer) => ({
      externalId: String(member(offer, "shop_sku")),
      sku: textOf(member(offer, "shop_sku")) ?? null,
      ean: eanAmong(...listOf(member(offer, "product_references")).map((each) => member(each, "reference"))),
      ...present({
        title: textOf(member(offer, "product_title")),
        brand: textOf(member(offer, "product_brand")),
        priceCents: centsOf(member(offer, "price")),
        stock: numberOf(member(offer, "quantity")),
      }),
    }));
    const total = numberOf(member(found, "total_count")) ?? 0;
    return { products, next: offset + PAGE < total ? String(offset + PAGE) : null };
  },
};

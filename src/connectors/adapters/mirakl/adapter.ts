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

/** How a file is imported, and what its reports say of each SKU. */
interface Import {
  path: string;
  rows: Parameters<typeof sendFile>[2];
  fields: Record<string, string>;
  stateName: string;
  errors: (path: string, state: unknown) => Promise<Errors>;
  /** What follows it: until that has ended, too, the file is not sent again. */
  after?: (errors: Errors) => Promise<Errors>;
}

/** Imports a file of rows, and reads what its reports say when it has ended. */
const imported = (api: Api, { path, rows, fields, stateName, errors, after }: Import): Promise<Errors> =>
  api.follow({
    name: "Mirakl's import",
    content: [path, fields, rows],
    begin: () => sendFile(api, path, rows, fields),
    poll: async (id) => {
      const state = (await call(api, `${path}/${id}`)).json();
      const said = String(member(state, stateName));
      if (!ENDED.test(said)) return undefined;
      if (/^(COMPLETE|SENT)$/.test(said)) return errors(`${path}/${id}`, state);
      throw new PlatformError(
        "refused",
        `Mirakl refused the import: ${textOf(member(state, "reason_status")) ?? said}`,
      );
    },
    ...(after && { after }),
  });

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

/** Product sheets in the seller's own columns, which the operator's mapping turns into its attributes; then what follows them. */
const importProducts = (api: Api, items: readonly PushItem[], after: NonNullable<Import["after"]>): Promise<Errors> =>
  imported(api, {
    ...{ path: "products/imports", rows: items.map(sheetRow), fields: { operator_format: "false" } },
    ...{ stateName: "import_status", after },
    errors: async (path, state) => {
      const errors: Errors = new Map();
      for (const [name, report] of [
        ["has_transformation_error_report", "transformation_error_report"],
        ["has_error_report", "error_report"],
      ] as const) {
        if (member(state, name) !== true) continue;
        for (const [sku, error] of errorsOf((await call(api, `${path}/${report}`)).text, "sku")) errors.set(sku, error);
      }
      return errors;
    },
  });

function offerRow(kind: PushKind, item: PushItem): Record<string, string | number> {
  const { ean, stock, priceCents } = item;
  if (kind === "stock") return { sku: skuOf(item), quantity: stock };
  const price = priceText(priceCents ?? 0, item.currency);
  if (kind === "prices") return { sku: skuOf(item), price };
  const product = { "product-id": ean ?? "", "product-id-type": "EAN" };
  return { sku: skuOf(item), ...product, price, quantity: stock, state: NEW, "update-delete": "update" };
}

const importOffers = (api: Api, kind: PushKind, items: readonly PushItem[]): Promise<Errors> =>
  imported(api, {
    ...{ path: "offers/imports", rows: items.map((item) => offerRow(kind, item)), stateName: "status" },
    fields: { import_mode: kind === "products" ? "NORMAL" : "PARTIAL_UPDATE" },
    errors: async (path, state) =>
      member(state, "has_error_report") === true
        ? errorsOf((await call(api, `${path}/error_report`)).text, "sku")
        : new Map(),
  });

export const mirakl: Adapter = {
  dry,
  sameSku: "changed",
  sendsOffersSeparately: true,
  // A file of rows: operators ask for few large ones. One that is too large for them goes in halves.
  chunk: 5_000,
  test: async (api) => {
    await call(api, "account");
    return factsOf(async (path) => (await call(api, path)).json());
  },
  push: async (api, kind, items) => {
    const lacking: Errors = new Map();
    if (kind !== "stock") {
      for (const item of items) if (item.priceCents === null) lacking.set(skuOf(item), "It has no price");
    }
    const without = (errors: Errors) => items.filter((item) => !(lacking.has(skuOf(item)) || errors.has(skuOf(item))));
    /** The offers of those whose sheets were not refused. */
    const offer = async (refused: Errors): Promise<Errors> => {
      const left = without(refused);
      return left.length === 0 ? refused : new Map([...refused, ...(await importOffers(api, kind, left))]);
    };
    const all = without(new Map());
    const isOfSheets = kind === "products" && all.length > 0;
    const said = await (isOfSheets ? importProducts(api, all, offer) : offer(new Map()));
    const errors: Errors = new Map([...lacking, ...said]);
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

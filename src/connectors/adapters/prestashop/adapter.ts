import {
  type Adapter,
  type Api,
  type ApiRequest,
  PlatformError,
  type PushItem,
  type PushOutcome,
} from "../../engine/adapter.ts";
import {
  baseOf,
  basicAuth,
  centsOf,
  eanAmong,
  listOf,
  member,
  numberOf,
  present,
  priceText,
  textOf,
} from "../../engine/platform-values.ts";
import { matched, pushEach, sentAs } from "../each.ts";

// Source: https://devdocs.prestashop-project.org/9/webservice/ : written as XML, read as JSON (`output_format`)
const PAGE = 100;
const HOME_CATEGORY = 2;

async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> {
  const { shop_url: shop, api_key: key = "" } = api.credentials;
  const url = `${baseOf(shop)}/api/${path}${path.includes("?") ? "&" : "?"}output_format=JSON`;
  const answer = await api.request({
    method: "GET",
    ...request,
    url,
    headers: { authorization: basicAuth(key, ""), ...(request.body !== undefined && { "content-type": "text/xml" }) },
  });
  return answer.text.trim() === "" ? {} : answer.json();
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
const node = (name: string, value: string | number | null) =>
  value === null ? "" : `<${name}>${cdata(String(value))}</${name}>`;
const document = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><prestashop xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</prestashop>`;

function productXml(api: Api, item: PushItem): string {
  const language = api.credentials["language_id"] ?? "1";
  const texts = (name: string, text: string) =>
    `<${name}><language id="${language}">${cdata(text)}</language></${name}>`;
  const { externalId, sku, ean, priceCents, weight, title, description } = item;
  const price = priceCents === null ? null : priceText(priceCents);
  const own = `${node("reference", sku)}${node("ean13", ean)}${node("price", externalId === null ? (price ?? "0") : price)}
    ${node("weight", weight)}${texts("name", title)}${texts("description", description)}`;
  return document(`<product>${node("id", externalId)}${own}${externalId === null ? NEW : ""}</product>`);
}

/** What only a new product is given: a PATCH leaves the rest as it is. */
const NEW = `${node("active", 1)}${node("state", 1)}${node("available_for_order", 1)}${node("show_price", 1)}
  ${node("id_category_default", HOME_CATEGORY)}
  <associations><categories><category>${node("id", HOME_CATEGORY)}</category></categories></associations>`;

/** The stock of a product is an object of its own, which the shop makes with the product. */
async function setStock(api: Api, productId: string, quantity: number): Promise<string> {
  const found = await call(
    api,
    `stock_availables?filter[id_product]=${productId}&filter[id_product_attribute]=0&display=full`,
  );
  const stock = listOf(member(found, "stock_availables"))[0];
  const id = textOf(member(stock, "id"));
  if (id === undefined)
    throw new PlatformError("refused", `The shop keeps no stock of product ${productId}`, { status: 404 });
  const fields = ["id_product", "id_product_attribute", "id_shop", "id_shop_group", "depends_on_stock", "out_of_stock"];
  const nodes = fields.map((name) => node(name, textOf(member(stock, name)) ?? "0")).join("");
  const body = document(`<stock_available>${node("id", id)}${nodes}${node("quantity", quantity)}</stock_available>`);
  await call(api, `stock_availables/${id}`, { method: "PUT", body });
  return id;
}

async function pushProduct(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, externalId } = item;
  const path = externalId === null ? "products" : `products/${externalId}`;
  const answer = await call(api, path, { method: externalId === null ? "POST" : "PATCH", body: productXml(api, item) });
  const id = textOf(member(answer, "product", "id")) ?? externalId ?? undefined;
  if (id === undefined) return { productId, error: "PrestaShop told no id" };
  return { productId, externalId: id, externalItemId: await setStock(api, id, item.stock) };
}

async function pushPrice(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId === null || item.priceCents === null) return sentAs(item);
  const body = document(
    `<product>${node("id", item.externalId)}${node("price", priceText(item.priceCents))}</product>`,
  );
  await call(api, `products/${item.externalId}`, { method: "PATCH", body });
  return sentAs(item);
}

async function pushStock(api: Api, item: PushItem): Promise<PushOutcome> {
  if (item.externalId !== null) await setStock(api, item.externalId, item.stock);
  return sentAs(item);
}

const translated = (value: unknown): string | undefined =>
  textOf(Array.isArray(value) ? member(value, 0, "value") : value);

/** Products that have one of these codes. */
async function search(api: Api, field: "reference" | "ean13", codes: readonly string[]) {
  const wanted = encodeURIComponent(codes.join("|"));
  const display = "[id,reference,ean13,cache_default_attribute]";
  const found = await call(api, `products?filter[${field}]=[${wanted}]&display=${display}`);
  return listOf(member(found, "products")).map((each) => {
    const hasVariants = (numberOf(member(each, "cache_default_attribute")) ?? 0) > 0;
    return {
      externalId: String(member(each, "id")),
      sku: textOf(member(each, "reference")),
      ean: textOf(member(each, "ean13")),
      ...(hasVariants && { unfit: "it has combinations" }),
    };
  });
}

export const prestashop: Adapter = {
  sameSku: "doubled",
  test: async (api) => {
    await call(api, "products?limit=1");
  },
  push: (api, kind, items) =>
    pushEach(items, (item) => {
      if (kind === "products") return pushProduct(api, item);
      return kind === "stock" ? pushStock(api, item) : pushPrice(api, item);
    }),
  find: async (api, items) => {
    const bySku = await search(
      api,
      "reference",
      items.map(({ sku }) => sku),
    );
    const eans = items.flatMap(({ ean }) => ean ?? []);
    const byEan = eans.length === 0 ? [] : await search(api, "ean13", eans);
    return matched(items, [...bySku, ...byEan]);
  },
  pull: async (api, { sinceMs, cursor }) => {
    const offset = Number(cursor ?? 0);
    const since =
      sinceMs === null
        ? ""
        : `&date=1&filter[date_upd]=${encodeURIComponent(`>[${new Date(sinceMs).toISOString().slice(0, 19).replace("T", " ")}]`)}`;
    const found = await call(api, `products?display=full&sort=[id_ASC]&limit=${offset},${PAGE}${since}`);
    const products = listOf(member(found, "products"));
    return {
      products: products.map((product) => ({
        externalId: String(member(product, "id")),
        ean: eanAmong(member(product, "ean13"), member(product, "upc")),
        sku: textOf(member(product, "reference")) ?? null,
        ...present({
          title: translated(member(product, "name")),
          description: translated(member(product, "description")),
          brand: textOf(member(product, "manufacturer_name")),
          priceCents: centsOf(member(product, "price")),
          stock: numberOf(member(product, "quantity")),
        }),
      })),
      next: products.length === PAGE ? String(offset + PAGE) : null,
    };
  },
};

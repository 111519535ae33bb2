import { createHash } from "node:crypto";
import type { Adapter, Api, ApiRequest, FetchedToken, PushItem, PushOutcome } from "../../engine/adapter.ts";
import { baseOf, centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import { matched, pushTogether, sendTogether, sentAs } from "../each.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";
import { categoriesBy, contentOf, makersOf, visibilitiesOf } from "./shopware-content.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : OAuth2 client credentials, the sync API, search
const PAGE = 100;

function tokenOf(api: Api): Promise<FetchedToken> {
  const { base_url: base, client_id, client_secret } = api.credentials;
  const json = { grant_type: "client_credentials", client_id, client_secret };
  return tokenFrom(api, { url: `${baseOf(base)}/api/oauth/token`, json });
}

async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> {
  const url = `${baseOf(api.credentials["base_url"])}/api/${path}`;
  const send = (token: string): ApiRequest => ({
    method: "GET",
    ...request,
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = await requestWithToken(api, () => tokenOf(api), send);
  return answer.text.trim() === "" ? {} : answer.json();
}

/** The ids of the default currency and tax, which a new product needs. */
const defaultsOf = (api: Api) =>
  api.once("defaults", async () => {
    const first = async (entity: string) =>
      textOf(member(await call(api, `search/${entity}`, { method: "POST", json: { limit: 1 } }), "data", 0, "id"));
    return { taxId: await first("tax"), currencyId: await first("currency") };
  });

/** Shopware takes ids that the caller makes: the same product always gets the same one. */
const idOf = ({ externalId, productId }: PushItem) => externalId ?? createHash("md5").update(productId).digest("hex");

async function priceOf(api: Api, { priceCents }: PushItem) {
  const { currencyId } = await defaultsOf(api);
  const price = (priceCents ?? 0) / 100;
  return [{ currencyId, gross: price, net: price, linked: true }];
}

/** One request makes or changes all of them. */
async function upsert(
  api: Api,
  items: readonly PushItem[],
  payload: Record<string, unknown>[],
): Promise<PushOutcome[]> {
  const json = [{ entity: "product", action: "upsert", payload }];
  await call(api, "_action/sync", { method: "POST", json });
  return items.map((item) => ({ productId: item.productId, externalId: idOf(item) }));
}

/** Which of these ids Shopware has. */
async function idsThere(api: Api, items: readonly PushItem[]): Promise<Set<string>> {
  const ids = items.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return new Set();
  const json = { limit: ids.length, ids, includes: { product: ["id"] } };
  const found = listOf(member(await call(api, "search/product", { method: "POST", json }), "data"));
  return new Set(found.flatMap((each) => textOf(member(each, "id")) ?? []));
}

/** A product that is there keeps its tax. */
async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const { taxId } = await defaultsOf(api);
  const there = await idsThere(api, items);
  const makers = await makersOf(api, call, items);
  const isNew = items.some((item) => !there.has(idOf(item)));
  const visibilities = isNew ? await visibilitiesOf(api, call) : [];
  const payload = items.map(async (item) => ({
    id: idOf(item),
    ...(!there.has(idOf(item)) && { taxId }),
    ...(!there.has(idOf(item)) && visibilities.length > 0 && { visibilities }),
    ...contentOf(item, makers),
    stock: item.stock,
    price: await priceOf(api, item),
  }));
  return upsert(api, items, await Promise.all(payload));
}

/** Plain JSON has the fields beside the id, JSON:API in `attributes`. */
const fieldOf = (product: unknown, name: string) => member(product, "attributes", name) ?? member(product, name);

export const shopware: Adapter = {
  sameSku: "refused",
  categories: categoriesBy(call),
  test: async (api) => {
    await call(api, "_info/version");
  },
  push: (api, kind, items) => {
    if (kind === "products") return sendTogether(items, (some) => pushProducts(api, some));
    return pushTogether(items, PAGE, async (some) => {
      const payload = some.map(async (item) =>
        kind === "stock" ? { id: idOf(item), stock: item.stock } : { id: idOf(item), price: await priceOf(api, item) },
      );
      await upsert(api, some, await Promise.all(payload));
      return some.map(sentAs);
    });
  },
  find: async (api, items) => {
    const eans = items.flatMap(({ ean }) => ean ?? []);
    const among = (field: string, value: readonly string[]) => ({ type: "equalsAny", field, value });
    const queries = [
      among(
        "productNumber",
        items.map(({ sku }) => sku),
      ),
      ...(eans.length > 0 ? [among("ean", eans)] : []),
    ];
    const json = {
      limit: 2 * PAGE,
      filter: [{ type: "multi", operator: "or", queries }],
      includes: { product: ["id", "productNumber", "ean", "childCount", "parentId"] },
    };
    const found = listOf(member(await call(api, "search/product", { method: "POST", json }), "data"));
    const there = found.map((each) => {
      const isParent = (numberOf(fieldOf(each, "childCount")) ?? 0) > 0;
      const isChild = textOf(fieldOf(each, "parentId")) !== undefined;
      return {
        externalId: String(member(each, "id")),
        sku: textOf(fieldOf(each, "productNumber")),
        ean: textOf(fieldOf(each, "ean")),
        ...((isParent || isChild) && { unfit: isChild ? "it is a variant" : "it has variants" }),
      };
    });
    return matched(items, there);
  },
  pull: async (api, { sinceMs, cursor }) => {
    const page = Number(cursor ?? 1);
    const filter =
      sinceMs === null
        ? []
        : [{ type: "range", field: "updatedAt", parameters: { gte: new Date(sinceMs).toISOString() } }];
    const json = { page, limit: PAGE, "total-count-mode": "exact", sort: [{ field: "id", order: "ASC" }], filter };
    const found = await call(api, "search/product", { method: "POST", json });
    const products = listOf(member(found, "data"));
    const total = numberOf(member(found, "total")) ?? 0;
    return {
      products: products.map((product) => ({
        externalId: String(member(product, "id")),
        sku: textOf(fieldOf(product, "productNumber")) ?? null,
        ean: eanAmong(fieldOf(product, "ean")),
        ...present({
          title: textOf(fieldOf(product, "name")),
          description: textOf(fieldOf(product, "description")),
          priceCents: centsOf(member(fieldOf(product, "price"), 0, "gross")),
          stock: numberOf(fieldOf(product, "stock")),
        }),
      })),
      next: page * PAGE < total ? String(page + 1) : null,
    };
  },
};

import { baseOf, textOf } from "../../engine/platform-values.ts";
import type { Api, ApiAnswer, ApiRequest } from "../../engine/requests/platform-api.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/
const PAGE = 100;
/** "Default" of each shop, which new products get. */
export const DEFAULT_ATTRIBUTE_SET = 4;

/** The store view that a connector names; without one what is written is so in all store views that have nothing of their own. */
export const ALL = "all";
export const viewOf = (api: Api): string => api.credentials["store_code"] || ALL;

/** The language (ISO 639-1) of a locale such as `fr_FR`. */
export const languageIn = (locale: unknown): string | undefined => textOf(locale)?.slice(0, 2).toLowerCase();

/** Asks a shop: a path below its store view, such as `V1/products`. */
export function answerOf(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: (status: number) => boolean,
  view = viewOf(api),
): Promise<ApiAnswer> {
  const { base_url: base, access_token: token = "" } = api.credentials;
  const url = `${baseOf(base)}/rest/${view}/${path}`;
  return api.request({ method: "GET", ...request, url, headers: { authorization: `Bearer ${token}` } }, accepts);
}

export const call = async (
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: (status: number) => boolean,
): Promise<unknown> => (await answerOf(api, `V1/${path}`, request, accepts)).json();

/** The same of what is so in all store views, by the names of the administration. */
export const callAll = async (api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> =>
  (await answerOf(api, `V1/${path}`, request, undefined, ALL)).json();

/** What finds entries that have one of these SKUs: a list is separated by commas, so a SKU with one has a filter of its own. */
export function bySkus(skus: readonly string[], group = 0): string {
  const listed = skus.filter((sku) => !sku.includes(","));
  const filters = [
    ...(listed.length > 0 ? [["in", listed.join(",")] as const] : []),
    ...skus.filter((sku) => sku.includes(",")).map((sku) => ["eq", sku] as const),
  ];
  return filters
    .flatMap(([type, value], place) => {
      const filter = `searchCriteria[filter_groups][${group}][filters][${place}]`;
      return [
        `${filter}[field]=sku`,
        `${filter}[condition_type]=${type}`,
        `${filter}[value]=${encodeURIComponent(value)}`,
      ];
    })
    .join("&");
}

/** What asks for products that have one of these SKUs. */
export const amongSkus = (skus: readonly string[]): string => `${bySkus(skus)}&searchCriteria[pageSize]=${PAGE}`;

/** A field, how it is compared, and with what. */
export type Criterion = readonly [field: string, type: "in" | "eq" | "gteq", value: string];

/** What a list is asked for: entries that fulfil all of these, in the order of a field. */
export function criteria(
  wanted: readonly Criterion[],
  { page = 1, size, by }: { page?: number; size: number; by?: string },
): string {
  const filters = wanted.flatMap(([field, type, value], group) =>
    Object.entries({ field, condition_type: type, value }).map(
      ([name, said]) => `searchCriteria[filter_groups][${group}][filters][0][${name}]=${encodeURIComponent(said)}`,
    ),
  );
  const order = by === undefined ? [] : [["field", by] as const, ["direction", "ASC"] as const];
  const sorted = order.map(([name, value]) => `searchCriteria[sortOrders][0][${name}]=${value}`);
  const place = [`searchCriteria[pageSize]=${size}`, `searchCriteria[currentPage]=${page}`];
  return [...filters, ...sorted, ...place].join("&");
}

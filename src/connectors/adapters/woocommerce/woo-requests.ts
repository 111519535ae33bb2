import { decodeEntities } from "../../../text/plain-text.ts";
import { baseOf, basicAuth, listOf, textOf } from "../../engine/platform-values.ts";
import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";

// Source: https://woocommerce.github.io/woocommerce-rest-api-docs/, v3
export const PAGE = 100;

/** The address of a shop, also where one of its pages was copied. */
export const storeOf = (address: string | undefined): string =>
  baseOf(address).replace(/\/(?:wp-admin|wp-json|wp-login\.php)(?:[/?].*)?$/, "");

export async function call(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: (status: number) => boolean,
): Promise<unknown> {
  const { store_url: store, consumer_key: key = "", consumer_secret: secret = "" } = api.credentials;
  const sent: ApiRequest = {
    method: "GET",
    ...request,
    url: `${storeOf(store)}/wp-json/wc/v3${path}`,
    headers: { authorization: basicAuth(key, secret) },
  };
  return (await api.request(sent, accepts)).json();
}

/** All of a list, page by page. `path` has a query. */
export async function listAll(api: Api, path: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; ; page++) {
    const found = listOf(await call(api, `${path}&per_page=${PAGE}&page=${page}`));
    all.push(...found);
    if (found.length < PAGE) return all;
  }
}

/** A name as WordPress stores it: it takes what is in angle brackets for markup, and removes it, and `&quot;` for the character. */
export const nameFor = (title: string) =>
  title
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** A name as its owner typed it: WordPress stores it with entities. */
export const nameIn = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : decodeEntities(text);
};

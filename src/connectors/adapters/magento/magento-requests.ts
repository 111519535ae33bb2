import { baseOf } from "../../engine/platform-values.ts";
import type { Api, ApiAnswer, ApiRequest } from "../../engine/requests/platform-api.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/
/** Asks a shop: a path below its store view, such as `V1/products`. */
export function answerOf(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: (status: number) => boolean,
): Promise<ApiAnswer> {
  const { base_url: base, access_token: token = "", store_code: store } = api.credentials;
  const url = `${baseOf(base)}/rest/${store ?? "default"}/${path}`;
  return api.request({ method: "GET", ...request, url, headers: { authorization: `Bearer ${token}` } }, accepts);
}

export const call = async (api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> =>
  (await answerOf(api, `V1/${path}`, request)).json();

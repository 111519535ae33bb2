import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";

// Source: https://developer.bigcommerce.com/docs/rest-catalog/products ; orders and currencies are of V2
const API = "https://api.bigcommerce.com";

/** Sends a request to the store. An answer without a body, as V2 answers where nothing is found, is an empty object. */
export async function call(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  { version = "v3", accepts }: { version?: "v2" | "v3"; accepts?: (status: number) => boolean } = {},
): Promise<unknown> {
  const { store_hash: hash = "", access_token: token = "" } = api.credentials;
  const answer = await api.request(
    {
      method: "GET",
      ...request,
      url: `${API}/stores/${encodeURIComponent(hash)}/${version}/${path}`,
      headers: { "x-auth-token": token },
    },
    accepts,
  );
  return answer.text.trim() === "" ? {} : answer.json();
}

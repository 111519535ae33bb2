import { baseOf, member } from "../../engine/platform-values.ts";
import type { Api, ApiRequest, FetchedToken } from "../../engine/requests/platform-api.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : OAuth2 client credentials
function tokenOf(api: Api): Promise<FetchedToken> {
  const { base_url: base, client_id, client_secret } = api.credentials;
  const json = { grant_type: "client_credentials", client_id, client_secret };
  return tokenFrom(api, { url: `${baseOf(base)}/api/oauth/token`, json });
}

export async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> {
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

/** Plain JSON has the fields beside the id, JSON:API in `attributes`. */
export const fieldOf = (row: unknown, name: string): unknown => member(row, "attributes", name) ?? member(row, name);

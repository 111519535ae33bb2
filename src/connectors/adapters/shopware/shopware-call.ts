import { createHash } from "node:crypto";
import { baseOf, listOf, member } from "../../engine/platform-values.ts";
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
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  });
  const answer = await requestWithToken(api, () => tokenOf(api), send);
  return answer.text.trim() === "" ? {} : answer.json();
}

/** What a shop has of an entity. `headers`: in which language its texts are, where that is not the system's. */
export const search = async (api: Api, entity: string, json: object, headers = {}): Promise<unknown[]> =>
  listOf(member(await call(api, `search/${entity}`, { method: "POST", json, headers }), "data"));

/** What becomes of some rows of an entity. */
export interface Operation {
  entity: string;
  action: "upsert" | "delete";
  payload: readonly object[];
}

/** Changes a shop by one request: all of it, or nothing. */
export async function sync(api: Api, operations: readonly Operation[]): Promise<void> {
  const json = operations.filter(({ payload }) => payload.length > 0);
  if (json.length > 0) await call(api, "_action/sync", { method: "POST", json });
}

/** Shopware takes ids that the caller makes: the same name always gets the same one. */
export const hashOf = (text: string): string => createHash("md5").update(text).digest("hex");

/** Plain JSON has the fields beside the id, JSON:API in `attributes`. */
export const fieldOf = (row: unknown, name: string): unknown => member(row, "attributes", name) ?? member(row, name);

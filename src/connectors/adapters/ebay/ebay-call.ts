import { basicAuth } from "../../engine/platform-values.ts";
import type { Api, ApiAnswer, ApiRequest } from "../../engine/requests/platform-api.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";
import { localeOf } from "./ebay-marketplaces.ts";

const API = "https://api.ebay.com";
const TOKENS = `${API}/identity/v1/oauth2/token`;

type Accepts = (status: number) => boolean;

/** The way to one marketplace of eBay. */
export interface Ebay {
  marketplace: string;
  /** The place that offers name; "": the first that is open. */
  locationKey: string;
  call(path: string, request?: Partial<ApiRequest>, accepts?: Accepts): Promise<unknown>;
  once<T>(name: string, fetch: () => Promise<T>): Promise<T>;
}

const authorizationOf = ({ credentials: { client_id = "", client_secret = "" } }: Api) =>
  basicAuth(client_id, client_secret);

/** By which a request says in which language its texts are. */
export const spokenIn = ({ credentials }: Api, language: string | undefined) => {
  const locale = localeOf(credentials["marketplace_id"] ?? "", language);
  return { "accept-language": locale, "content-language": locale };
};

function requestOf(api: Api, path: string, request: Partial<ApiRequest>, token: string): ApiRequest {
  const { marketplace_id = "" } = api.credentials;
  const said = { ...spokenIn(api, undefined), ...request.headers, "x-ebay-c-marketplace-id": marketplace_id };
  return { method: "GET", ...request, url: `${API}/${path}`, headers: { authorization: `Bearer ${token}`, ...said } };
}

/** Asks eBay for the seller who has agreed. */
export function answerOf(api: Api, path: string, request: Partial<ApiRequest> = {}, accepts?: Accepts) {
  const { refresh_token = "" } = api.credentials;
  // Without a scope the token has those that the seller has agreed to.
  const form = { grant_type: "refresh_token", refresh_token };
  const fetchToken = () => tokenFrom(api, { url: TOKENS, form, headers: { authorization: authorizationOf(api) } });
  return requestWithToken(api, fetchToken, (token) => requestOf(api, path, request, token), accepts);
}

/** The same, as the JSON that it answers. */
export async function call(api: Api, path: string, request: Partial<ApiRequest> = {}, accepts?: Accepts) {
  const answer = await answerOf(api, path, request, accepts);
  return answer.text.trim() === "" ? {} : answer.json();
}

/** Asks eBay as the application itself, for what is of no seller. */
export async function answerToApp(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: Accepts,
): Promise<ApiAnswer> {
  const form = { grant_type: "client_credentials", scope: "https://api.ebay.com/oauth/api_scope" };
  const { token } = await api.once("ebay application", () =>
    tokenFrom(api, { url: TOKENS, form, headers: { authorization: authorizationOf(api) } }),
  );
  return api.request(requestOf(api, path, request, token), accepts);
}

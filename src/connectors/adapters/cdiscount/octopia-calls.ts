import type { Api, ApiAnswer, ApiRequest } from "../../engine/requests/platform-api.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";

const API = "https://api.octopia-io.net/seller/v2";
const TOKEN_URL = "https://auth.octopia-io.net/auth/realms/maas/protocol/openid-connect/token";
/** Cdiscount itself. */
export const CHANNEL = "CDISFR";
/** The languages that sheets may be in, as requests name them. */
export const LANGUAGES: Readonly<Record<string, string>> = { fr: "fr-FR", en: "en-US", es: "es-ES" };

/** Asks Octopia's seller API, in a language that it knows. */
export async function call(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  language = "fr",
): Promise<ApiAnswer> {
  const { seller_id = "", client_id = "", client_secret = "" } = api.credentials;
  const form = { grant_type: "client_credentials", client_id, client_secret };
  const said = { sellerid: seller_id, saleschannelid: CHANNEL, "accept-language": LANGUAGES[language] ?? "fr-FR" };
  const send = (token: string): ApiRequest => ({
    method: "GET",
    ...request,
    url: `${API}/${path}`,
    headers: { authorization: `Bearer ${token}`, ...said },
  });
  return requestWithToken(api, () => tokenFrom(api, { url: TOKEN_URL, form }), send);
}

import { type Consent, textIn, withQuery } from "../../consent/consent-of.ts";
import { basicAuth } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refreshTokenFor } from "../oauth.ts";

// Source: https://developer.ebay.com/api-docs/static/oauth-consent-request.html
const AUTHORIZE = "https://auth.ebay.com/oauth2/authorize";
const TOKEN = "https://api.ebay.com/identity/v1/oauth2/token";
const SCOPE = "https://api.ebay.com/oauth/api_scope";
const OWN = [
  "sell.inventory",
  "sell.account.readonly",
  "sell.fulfillment.readonly",
  "commerce.notification.subscription",
];
const SCOPES = [SCOPE, ...OWN.map((name) => `${SCOPE}/${name}`)];

/** The consent of a seller. eBay calls the address that it sends them back to by a name of its own, the RuName. */
export const ebayConsent: Consent = {
  needs: ["client_id", "client_secret", "ru_name"],
  addressOf: ({ client_id = "", ru_name = "" }, { state }) =>
    withQuery(AUTHORIZE, { client_id, response_type: "code", redirect_uri: ru_name, scope: SCOPES.join(" "), state }),
  codeIn: (query) => textIn(query, "code"),
};

/** The refresh token that a code stands for. */
export async function exchangeEbayCode(api: Api, { code }: { code: string }): Promise<Record<string, string>> {
  const { client_id: id = "", client_secret: secret = "", ru_name: redirect_uri = "" } = api.credentials;
  const form = { grant_type: "authorization_code", code, redirect_uri };
  return refreshTokenFor(api, { url: TOKEN, form, headers: { authorization: basicAuth(id, secret) } });
}

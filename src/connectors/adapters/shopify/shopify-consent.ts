import { createHmac, timingSafeEqual } from "node:crypto";
import { type Consent, textIn, withQuery } from "../../consent/consent-of.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";

// Source: https://shopify.dev/docs/apps/build/authentication-authorization/authenticate-standalone-apps
const SCOPES = [
  ...["write_products", "write_inventory", "read_locations", "read_orders", "write_publications"],
  ...["read_locales", "write_translations"],
];

const hostOf = (address: string | undefined) => new URL(baseOf(address)).host;

/** Shopify signs the query that it sends back, without the signature, in alphabetical order. */
function isSigned(secret: string, query: URLSearchParams): boolean {
  const rest = [...query].filter(([name]) => name !== "hmac").toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = rest.map(([name, value]) => `${name}=${value}`).join("&");
  const own = createHmac("sha256", secret).update(text).digest();
  const sent = Buffer.from(query.get("hmac") ?? "", "hex");
  return sent.length === own.length && timingSafeEqual(sent, own);
}

/** The consent of a shop that is not of the app's own organisation: a token that does not end. */
export const shopifyConsent: Consent = {
  needs: ["shop_url", "client_id", "client_secret"],
  addressOf: ({ shop_url: shop, client_id = "" }, { state, redirect }) =>
    withQuery(`${baseOf(shop)}/admin/oauth/authorize`, {
      ...{ client_id, scope: SCOPES.join(","), redirect_uri: redirect, state },
    }),
  codeIn: (query) => textIn(query, "code"),
  verifies: ({ shop_url: shop, client_secret: secret = "" }, query) =>
    isSigned(secret, query) && query.get("shop") === hostOf(shop),
};

/** The fixed token that a code stands for. */
export async function exchangeShopifyCode(api: Api, { code }: { code: string }): Promise<Record<string, string>> {
  const { shop_url: shop, client_id: id = "", client_secret: secret = "" } = api.credentials;
  const answer = await api.request({
    method: "POST",
    url: `${baseOf(shop)}/admin/oauth/access_token`,
    json: { client_id: id, client_secret: secret, code },
  });
  const token = textOf(member(answer.json(), "access_token"));
  if (token === undefined) throw new PlatformError("credentials", "Shopify gave no token for this consent");
  return { access_token: token };
}

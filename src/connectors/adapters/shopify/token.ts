import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api, FetchedToken } from "../../engine/requests/platform-api.ts";

// Source: https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant
const DAY_SECONDS = 86_399;

/** Of apps made since 2026: a token by client credentials, which ends after a day. */
export async function fetchShopifyToken(api: Api): Promise<FetchedToken> {
  const { shop_url: shop, client_id: id = "", client_secret: secret = "" } = api.credentials;
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: secret });
  const answer = await api.request(
    {
      method: "POST",
      url: `${baseOf(shop)}/admin/oauth/access_token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    },
    (status) => status < 400 || status === 400,
  );
  // A refusal is a page of HTML.
  const said = answer.status === 400 ? {} : answer.json();
  const token = textOf(member(said, "access_token"));
  if (token === undefined)
    throw new PlatformError("credentials", "Shopify gave no token for this client id and secret");
  return { token, seconds: numberOf(member(said, "expires_in")) ?? DAY_SECONDS };
}

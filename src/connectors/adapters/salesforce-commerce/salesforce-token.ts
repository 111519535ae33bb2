import { basicAuth } from "../../engine/platform-values.ts";
import type { Api, FetchedToken } from "../../engine/requests/platform-api.ts";
import { tokenFrom } from "../oauth.ts";

const LOGIN = "https://account.demandware.com/dwsso/oauth2/access_token";

/** A token for some scopes of the organization's API. One that the client does not have refuses all of them. */
export function tokenFor(api: Api, scopes: readonly string[]): Promise<FetchedToken> {
  const { client_id: id = "", client_secret: secret = "", organization_id: organization = "" } = api.credentials;
  const scope = [`SALESFORCE_COMMERCE_API:${organization.replace(/^f_ecom_/, "")}`, ...scopes].join(" ");
  const form = { grant_type: "client_credentials", scope };
  return tokenFrom(api, { url: LOGIN, form, headers: { authorization: basicAuth(id, secret) } });
}

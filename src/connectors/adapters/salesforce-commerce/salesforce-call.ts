import { baseOf, basicAuth } from "../../engine/platform-values.ts";
import type { Api, ApiRequest, FetchedToken } from "../../engine/requests/platform-api.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";

const LOGIN = "https://account.demandware.com/dwsso/oauth2/access_token";

/** A token for some scopes of the organization's API. One that the client does not have refuses all of them. */
function tokenFor(api: Api, scopes: readonly string[]): Promise<FetchedToken> {
  const { client_id: id = "", client_secret: secret = "", organization_id: organization = "" } = api.credentials;
  const scope = [`SALESFORCE_COMMERCE_API:${organization.replace(/^f_ecom_/, "")}`, ...scopes].join(" ");
  const form = { grant_type: "client_credentials", scope };
  return tokenFrom(api, { url: LOGIN, form, headers: { authorization: basicAuth(id, secret) } });
}

const SCOPES = ["sfcc.products.rw", "sfcc.catalogs", "sfcc.inventory-lists.rw"];

const tokenOf = (api: Api): Promise<FetchedToken> => tokenFor(api, SCOPES);

/** A token of its own for one scope: a client that does not have it gets none, and still does the rest. */
export const tokenAs = (api: Api, scope: string): Promise<string> =>
  api.once(`token ${scope}`, async () => (await tokenFor(api, [scope])).token);

/**
 * A request to one of the families of the Commerce API. `accepts`: a status that is read beside the good ones. `scope`: what it needs
 * beside what all clients have.
 */
export async function call(
  api: Api,
  family: string,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: number,
  scope?: string,
) {
  const { instance_url: instance, organization_id: organization = "" } = api.credentials;
  const url = `${baseOf(instance)}/${family}/v1/organizations/${encodeURIComponent(organization)}/${path}`;
  const send = (token: string): ApiRequest => ({
    method: "GET",
    ...request,
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  const isRead = (status: number) => status < 400 || status === accepts;
  const answer = await (scope === undefined
    ? requestWithToken(api, () => tokenOf(api), send, isRead)
    : api.request(send(await tokenAs(api, scope)), isRead));
  const body: unknown = answer.text.trim() === "" ? {} : answer.json();
  return { status: answer.status, body };
}

/** A request about products. */
export const ofProducts = (api: Api, path: string, request: Partial<ApiRequest> = {}, accepts?: number) =>
  call(api, "product/products", path, request, accepts);

export const siteOf = (api: Api): string => `siteId=${encodeURIComponent(api.credentials["site_id"] ?? "")}`;

/** Products whose id is one of these. */
export const withIds = (ids: readonly string[]) => ({
  termQuery: { fields: ["id"], operator: "one_of", values: ids },
});

const ID_LENGTH = 60;

/** A name as an id. */
export const idIn = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, ID_LENGTH);

import { type Consent, textIn, withQuery } from "../../consent/consent-of.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refreshTokenFor } from "../oauth.ts";

// Source: https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow
const TOKEN = "https://api.amazon.com/auth/o2/token";
/** Seller Central by marketplace; https://developer-docs.amazon.com/sp-api/docs/seller-central-urls. All others are European. */
const SELLER_CENTRAL: Record<string, string> = {
  ATVPDKIKX0DER: "sellercentral.amazon.com",
  A2EUQ1WTGCTBG2: "sellercentral.amazon.ca",
  A1AM78C64UM0Y8: "sellercentral.amazon.com.mx",
  A2Q3Y263D00KWC: "sellercentral.amazon.com.br",
  A1VC38T7YXB528: "sellercentral.amazon.co.jp",
  A39IBJ37TRP1C6: "sellercentral.amazon.com.au",
  A19VAU5U5O7RUS: "sellercentral.amazon.sg",
};

/** The consent of a seller; it names who they are. */
export const amazonConsent: Consent = {
  needs: ["marketplace_id", "client_id", "client_secret", "application_id"],
  addressOf: ({ marketplace_id: marketplace = "", application_id = "" }, { state, redirect }) =>
    withQuery(`https://${SELLER_CENTRAL[marketplace] ?? "sellercentral-europe.amazon.com"}/apps/authorize/consent`, {
      ...{ application_id, state, redirect_uri: redirect },
    }),
  codeIn: (query) => textIn(query, "spapi_oauth_code"),
};

/** The refresh token that a code stands for, and who has agreed. */
export async function exchangeAmazonCode(
  api: Api,
  { code, redirect, query }: { code: string; redirect: string; query: URLSearchParams },
): Promise<Record<string, string>> {
  const { client_id = "", client_secret = "" } = api.credentials;
  const form = { grant_type: "authorization_code", code, redirect_uri: redirect, client_id, client_secret };
  const seller = textIn(query, "selling_partner_id");
  return { ...(await refreshTokenFor(api, { url: TOKEN, form })), ...(seller !== undefined && { seller_id: seller }) };
}

import { PlatformError } from "../engine/platform-error.ts";
import { member, numberOf, textOf } from "../engine/platform-values.ts";
import type { Api, ApiAnswer, ApiRequest, FetchedToken } from "../engine/requests/platform-api.ts";

/** Of a token whose answer does not say it: none of them ends earlier. */
const SECONDS = 300;

type TokenRequest = Pick<ApiRequest, "url" | "headers" | "json"> & { form?: Record<string, string> };

/** What a token endpoint answers. Throws `PlatformError` when the credentials are refused. */
async function askFor(api: Api, what: "access_token" | "refresh_token", request: TokenRequest): Promise<unknown> {
  const { form, headers, ...rest } = request;
  const answer = await api.request(
    {
      method: "POST",
      ...rest,
      ...(form && { body: new URLSearchParams(form).toString() }),
      headers: { ...(form && { "content-type": "application/x-www-form-urlencoded" }), ...headers },
    },
    (status) => status < 400 || status === 400,
  );
  const body = answer.json();
  if (textOf(member(body, what)) !== undefined) return body;
  const why = textOf(member(body, "error_description")) ?? textOf(member(body, "error")) ?? "no reason given";
  throw new PlatformError("credentials", `The platform gave no token: ${why}`);
}

/** An OAuth 2 token. Throws `PlatformError` when the credentials are refused. */
export async function tokenFrom(api: Api, request: TokenRequest): Promise<FetchedToken> {
  const body = await askFor(api, "access_token", request);
  const token = textOf(member(body, "access_token")) ?? "";
  return { token, seconds: numberOf(member(body, "expires_in")) ?? SECONDS };
}

/** The refresh token that a code of OAuth 2 stands for. Throws `PlatformError` when it stands for none. */
export async function refreshTokenFor(api: Api, request: TokenRequest): Promise<{ refresh_token: string }> {
  const body = await askFor(api, "refresh_token", request);
  return { refresh_token: textOf(member(body, "refresh_token")) ?? "" };
}

/** Sends a request with the connector's token. One that has ended is answered with 401: then another is fetched, once. */
export async function requestWithToken(
  api: Api,
  fetchToken: () => Promise<FetchedToken>,
  request: (token: string) => ApiRequest,
  accepts = (status: number) => status < 400,
): Promise<ApiAnswer> {
  const token = await api.token(fetchToken);
  const answer = await api.request(request(token), (status) => accepts(status) || status === 401);
  if (answer.status !== 401) return answer;
  return api.request(request(await api.token(fetchToken, token)), accepts);
}

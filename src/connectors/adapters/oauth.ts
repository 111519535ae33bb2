import { type Api, type ApiAnswer, type ApiRequest, PlatformError } from "../adapter.ts";
import { member, textOf } from "../values.ts";

const TOKEN = "token";

/** An OAuth 2 token. Throws `PlatformError` when the credentials are refused. */
export async function tokenFrom(
  api: Api,
  request: Pick<ApiRequest, "url" | "headers" | "json"> & { form?: Record<string, string> },
): Promise<string> {
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
  const token = textOf(member(body, "access_token"));
  if (token !== undefined) return token;
  const why = textOf(member(body, "error_description")) ?? textOf(member(body, "error")) ?? "no reason told";
  throw new PlatformError("credentials", `The platform gave no token: ${why}`);
}

/**
 * Sends a request with a token, which is kept in memory for the run and stored nowhere. One that has ended is answered with
 * 401: then it is fetched anew, once.
 */
export async function requestWithToken(
  api: Api,
  fetchToken: () => Promise<string>,
  request: (token: string) => ApiRequest,
  accepts = (status: number) => status < 400,
): Promise<ApiAnswer> {
  const answer = await api.request(
    request(await api.once(TOKEN, fetchToken)),
    (status) => accepts(status) || status === 401,
  );
  if (answer.status !== 401) return answer;
  api.forget(TOKEN);
  return api.request(request(await api.once(TOKEN, fetchToken)), accepts);
}

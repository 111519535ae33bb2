import { type Api, PlatformError } from "../adapter.ts";
import { member, textOf } from "../values.ts";

/** An OAuth 2 token, asked for once in a run. Throws `PlatformError` when the credentials are refused. */
export const tokenFrom = (
  api: Api,
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string> =>
  api.once("token", async () => {
    const body = new URLSearchParams(form).toString();
    const answer = await api.request(
      { method: "POST", url, body, headers: { "content-type": "application/x-www-form-urlencoded", ...headers } },
      (status) => status < 400 || status === 400,
    );
    const token = textOf(member(answer.json(), "access_token"));
    if (token !== undefined) return token;
    const why = textOf(member(answer.json(), "error_description")) ?? textOf(member(answer.json(), "error")) ?? "";
    throw new PlatformError("credentials", `The platform gave no token: ${why}`);
  });

import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";

const API = "https://api.squarespace.com";
/** Requests that do not say who sends them are refused. */
const USER_AGENT = "catalogd (product catalog)";

export async function call(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: (status: number) => boolean,
): Promise<unknown> {
  const { api_key: key = "" } = api.credentials;
  const sent: ApiRequest = {
    method: "GET",
    ...request,
    url: `${API}/${path}`,
    headers: { authorization: `Bearer ${key}`, "user-agent": USER_AGENT, ...request.headers },
  };
  const answer = await api.request(sent, accepts);
  return answer.text.trim() === "" ? {} : answer.json();
}

import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";

const API = "https://api.squarespace.com";
/** Requests that do not say who sends them are refused. */
const USER_AGENT = "catalogd (product catalog)";

export async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> {
  const { api_key: key = "" } = api.credentials;
  const answer = await api.request({
    method: "GET",
    ...request,
    url: `${API}/${path}`,
    headers: { authorization: `Bearer ${key}`, "user-agent": USER_AGENT, ...request.headers },
  });
  return answer.text.trim() === "" ? {} : answer.json();
}

import type { Outbound, OutboundRequest } from "../../outbound/outbound.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";

/** A page that a search has found. */
export interface WebResult {
  url: string;
  title: string;
  snippet: string;
}

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;
const TEXT_MAX = 1000;

const BASE_URLS: Record<string, string> = {
  brave: "https://api.search.brave.com",
  tavily: "https://api.tavily.com",
  serper: "https://google.serper.dev",
};

type Prepared = { url: string } & Pick<OutboundRequest, "method" | "headers" | "body">;

function requestOf({ value, secret }: ReadyDependency, query: string, count: number): Prepared {
  const provider = String(value["provider"]);
  const base = String(value["base_url"] ?? BASE_URLS[provider] ?? "").replace(/\/+$/, "");
  const key = secret ?? "";
  const q = encodeURIComponent(query);
  const post = (url: string, headers: Record<string, string>, body: object): Prepared => ({
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  switch (provider) {
    case "brave":
      return {
        url: `${base}/res/v1/web/search?q=${q}&count=${count}`,
        method: "GET",
        headers: { accept: "application/json", "x-subscription-token": key },
      };
    case "tavily":
      return post(`${base}/search`, { authorization: `Bearer ${key}` }, { query, max_results: count });
    case "serper":
      return post(`${base}/search`, { "x-api-key": key }, { q: query, num: count });
    default:
      return { url: `${base}/search?q=${q}&format=json`, method: "GET", headers: { accept: "application/json" } };
  }
}

const textAt = (each: unknown, ...names: string[]): string => {
  for (const name of names) {
    const value: unknown = Object(each)[name];
    if (typeof value === "string") return value.slice(0, TEXT_MAX);
  }
  return "";
};

/** The results of an answer in any of the four forms. */
function readAnswer(body: string): WebResult[] {
  const answer = JSON.parse(body);
  const list: unknown = answer?.web?.results ?? answer?.results ?? answer?.organic;
  return (Array.isArray(list) ? list : []).flatMap((each): WebResult[] => {
    const url = textAt(each, "url", "link");
    if (!/^https?:\/\//.test(url)) return [];
    return [{ url, title: textAt(each, "title"), snippet: textAt(each, "content", "description", "snippet") }];
  });
}

/**
 * Searches the web with the tenant's provider, for as many pages as that or the caller says. Throws `OutboundError` when it
 * does not answer.
 */
export async function searchWeb(
  outbound: Outbound,
  ready: ReadyDependency,
  query: string,
  count = Number(ready.value["max_results"] ?? 5),
): Promise<WebResult[]> {
  const { url, ...request } = requestOf(ready, query, count);
  const schemes = ["https:", "http:"] as const;
  const answer = await outbound.request(url, {
    ...request,
    timeoutMs: TIMEOUT_MS,
    bytesMax: ANSWER_BYTES_MAX,
    schemes,
  });
  if (answer.status !== 200) throw new OutboundError("request", `The search answered ${answer.status}`);
  try {
    return readAnswer(answer.body.toString("utf8")).slice(0, count);
  } catch {
    throw new OutboundError("request", "The search's answer cannot be read");
  }
}

import { isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What a shop answers of a request that changes something, as its adapter reads it. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  return ({ method, url, json }: ApiRequest) => {
    if (method === "GET") return isSeeming(url) ? {} : undefined;
    if (method === "PUT") return { ...Object(Object(json).product), id: nextId() };
    if (url.endsWith("/options")) return String(nextId());
    // Stocks and prices are answered with the problems that they have, a category with its id.
    return url.includes("/categories") ? { id: nextId() } : [];
  };
}

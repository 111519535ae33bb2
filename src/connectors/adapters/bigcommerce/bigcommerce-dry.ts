import { isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What a shop answers of a request that changes something, as its adapter reads it. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  return ({ method, url }: ApiRequest) => {
    if (method === "GET") return isSeeming(url) ? { data: [] } : undefined;
    return method === "POST" ? { data: { id: nextId() } } : { data: [] };
  };
}

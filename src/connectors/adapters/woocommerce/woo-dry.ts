import { listOf, member } from "../../engine/platform-values.ts";
import { isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What a shop answers of a request that changes something, as its adapter reads it. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  const made = (fields: unknown) => ({ ...Object(fields), id: nextId() });
  return ({ method, url, json }: ApiRequest) => {
    if (method === "GET") return isSeeming(url) ? [] : undefined;
    const { pathname } = new URL(url);
    if (!pathname.endsWith("/batch")) return method === "POST" ? made(json) : Object(json);
    return {
      create: listOf(member(json, "create")).map(made),
      update: listOf(member(json, "update")),
    };
  };
}

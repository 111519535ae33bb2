import { listOf, member } from "../../engine/platform-values.ts";
import { isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** A new product with its variants. */
const madeOf = (json: unknown, nextId: () => number) => ({
  id: nextId(),
  variants: listOf(member(json, "variants")).map((each) => ({ id: nextId(), sku: member(each, "sku") })),
});

/** What a site answers of a request that changes something, as its adapter reads it. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  return ({ method, url, json }: ApiRequest) => {
    if (method === "GET") return isSeeming(url) ? { status: "READY" } : undefined;
    if (url.endsWith("/images")) return { imageId: nextId() };
    if (url.endsWith("/variants")) return { id: nextId() };
    return url.endsWith("/commerce/products") ? madeOf(json, nextId) : {};
  };
}

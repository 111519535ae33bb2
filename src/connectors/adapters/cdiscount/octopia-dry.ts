import { listOf, member } from "../../engine/platform-values.ts";
import { answerWith, IS_READ, isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What Octopia answers of packages that it takes whole, as its adapter reads it; its tokens are POST, too. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  let sheets: unknown[] = [];
  const read = (url: string) => {
    if (!isSeeming(url)) return undefined;
    if (url.includes("/offer-packages/")) return { state: "Integrated", items: [] };
    return { items: sheets.map((each) => ({ gtin: member(each, "gtin"), status: "Integrated" })) };
  };
  return ({ method, url, json }: ApiRequest) => {
    if (method === "GET") return read(url);
    if (url.endsWith("/products-integration")) {
      sheets = listOf(member(json, "products"));
      return { packageId: nextId() };
    }
    if (url.endsWith("/offer-packages")) return answerWith({ headers: { "content-location": `/${nextId()}` } });
    return url.includes("/offer-packages/") ? {} : IS_READ;
  };
}

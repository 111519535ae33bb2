import { IS_READ, isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** Where nothing is sent to. */
const PLACE = "https://uploads.invalid/feed";

/** What Amazon answers of a feed that it takes whole, as its adapter reads it; its tokens are POST, too. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  const read = (url: string) => {
    if (!isSeeming(url)) return undefined;
    return url.includes("/documents/") ? { url: PLACE } : { processingStatus: "DONE", resultFeedDocumentId: nextId() };
  };
  const begin = (url: string) => {
    if (url.endsWith("/documents")) return { feedDocumentId: String(nextId()), url: PLACE };
    return url.endsWith("/feeds") ? { feedId: String(nextId()) } : IS_READ;
  };
  return ({ method, url }: ApiRequest) => {
    if (url === PLACE) return { issues: [] };
    return method === "GET" ? read(url) : begin(url);
  };
}

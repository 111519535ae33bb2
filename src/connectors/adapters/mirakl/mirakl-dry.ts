import { isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What an operator answers of imports that it takes whole, as the adapter reads it. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  return ({ method, url }: ApiRequest) => {
    if (method !== "GET") return { import_id: nextId() };
    if (!(url.includes("/imports") && isSeeming(url))) return undefined;
    const state = { status: "COMPLETE", import_status: "SENT" };
    return url.includes("import_id=") ? { data: [state] } : state;
  };
}

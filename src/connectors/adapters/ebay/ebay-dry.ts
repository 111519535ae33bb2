import { listOf, member } from "../../engine/platform-values.ts";
import { IS_READ, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What eBay answers of bulk calls that it takes whole, as its adapter reads it; tokens and items are read by POST, too. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  return ({ method, url, json }: ApiRequest) => {
    // What an offer is beside its price is not asked for a preview.
    if (method === "GET") return /\/offer\/[^/?]+$/.test(url) ? {} : undefined;
    if (method === "PUT" || /\/offer\/(?:publish_by|withdraw_by|[^/]+\/(?:publish|withdraw))/.test(url)) return {};
    if (!/\/bulk_(?!get_)/.test(url)) return IS_READ;
    const isOffer = url.endsWith("/bulk_create_offer");
    const responses = listOf(member(json, "requests")).map((each) => ({
      ...Object(each),
      ...(isOffer && { offerId: String(nextId()) }),
      statusCode: 200,
    }));
    return { responses };
  };
}

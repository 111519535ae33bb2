import { AMAZON_ORDERS } from "../../connectors/published/amazon-orders.ts";
import type { Reply } from "../shops.ts";

const wordsOf = (text: string) => text.split(/\s+/);
const PLACES: Readonly<Record<string, string>> = AMAZON_ORDERS.members;
const WORDS: Readonly<Record<string, string>> = AMAZON_ORDERS.words;

/** A member of an answer that Amazon's model does not name; `undefined`: it names all. */
export function strangeIn(value: unknown, place = ""): string | undefined {
  if (Array.isArray(value)) return value.map((each) => strangeIn(each, place)).find((each) => each !== undefined);
  if (typeof value !== "object" || value === null) return undefined;
  const known = PLACES[place];
  if (known === undefined) return undefined;
  for (const [name, held] of Object.entries(value)) {
    const inner = place === "" ? name : `${place}.${name}`;
    if (!wordsOf(known).includes(name)) return inner;
    const strange = strangeIn(held, inner);
    if (strange !== undefined) return strange;
  }
  return undefined;
}

const invalid = (message: string): Reply => ({ status: 400, json: { errors: [{ code: "InvalidInput", message }] } });

/** What is wrong with what is asked. */
function faultOf(query: URLSearchParams): string | undefined {
  const strange = [...query.keys()].find((name) => !wordsOf(AMAZON_ORDERS.parameters).includes(name));
  if (strange !== undefined) return `Unknown parameter ${strange}`;
  if (query.has("createdAfter") === query.has("lastUpdatedAfter"))
    return "Exactly one of createdAfter and lastUpdatedAfter";
  const size = Number(query.get("maxResultsPerPage") ?? 100);
  if (!(size >= 1 && size <= 100)) return "maxResultsPerPage is from 1 to 100";
  for (const [name, words] of Object.entries(WORDS)) {
    const wrong = query
      .get(name)
      ?.split(",")
      .find((word) => !wordsOf(words).includes(word));
    if (wrong !== undefined) return `${name} does not know ${wrong}`;
  }
  return undefined;
}

/** Orders as `searchOrders` answers them: of those who send them that were asked for, page by page, refusing what it does not know. */
export function amazonOrders(query: URLSearchParams, all: readonly object[] = []): Reply {
  const fault = faultOf(query);
  if (fault !== undefined) return invalid(fault);
  const by = query.get("fulfilledBy")?.split(",");
  const since = query.get("lastUpdatedAfter") ?? "";
  const found = all.filter(
    (order) =>
      (by?.includes(Object(order).fulfillment.fulfilledBy) ?? true) &&
      Date.parse(Object(order).lastUpdatedTime) >= Date.parse(since),
  );
  const size = Number(query.get("maxResultsPerPage") ?? 100);
  const at = Number(query.get("paginationToken") ?? 0);
  const isMore = at + size < found.length;
  return {
    json: { orders: found.slice(at, at + size), ...(isMore && { pagination: { nextToken: String(at + size) } }) },
  };
}

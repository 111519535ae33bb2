import { SALESFORCE_ORDERS } from "../../connectors/published/salesforce-orders.ts";
import type { Reply } from "../shops.ts";

const wordsOf = (text: string) => text.split(/\s+/);
const WORDS: Readonly<Record<string, string>> = SALESFORCE_ORDERS.words;

/** Members of an order, or of its goods, that the description does not have. */
export const salesforceStrangeIn = (order: object): string[] => {
  const goods: object[] = Object(order).productItems ?? [];
  return [
    ...Object.keys(order).filter((name) => !wordsOf(SALESFORCE_ORDERS.order).includes(name)),
    ...goods
      .flatMap((item) => Object.keys(item))
      .filter((name) => !wordsOf(SALESFORCE_ORDERS.productItem).includes(name)),
  ];
};

function faultOf(query: URLSearchParams): string | undefined {
  const strange = [...query.keys()].find((name) => !wordsOf(SALESFORCE_ORDERS.parameters).includes(name));
  if (strange !== undefined) return `Unknown parameter ${strange}`;
  if (!query.has("siteId")) return "siteId is needed";
  const wrong = Object.entries(WORDS).find(
    ([name, words]) => !wordsOf(words).includes(query.get(name) ?? wordsOf(words)[0] ?? ""),
  );
  if (wrong) return `Invalid ${wrong[0]}`;
  const [limit, offset] = [Number(query.get("limit") ?? 100), Number(query.get("offset") ?? 0)];
  if (!(limit >= 1 && limit <= SALESFORCE_ORDERS.limitMax && offset >= 0)) return "Invalid page";
  return limit + offset > SALESFORCE_ORDERS.placesMax ? "Too far" : undefined;
}

/** Orders as `getOrders` answers them: sorted, since a time, refusing what is not described. */
export function salesforceOrders(query: URLSearchParams, all: readonly object[] = []): Reply {
  const fault = faultOf(query);
  if (fault !== undefined) return { status: 400, json: { title: "Bad Request", type: "about:blank", detail: fault } };
  const since = Date.parse(query.get("lastModifiedDateFrom") ?? "1970-01-01");
  const timeOf = (order: object) =>
    Date.parse(Object(order)[query.get("sortBy") === "last_modified_date" ? "lastModified" : "creationDate"]);
  const found = all.filter((order) => Date.parse(Object(order).lastModified) >= since);
  const sign = query.get("sortOrder") === "asc" ? 1 : -1;
  const sorted = found.toSorted((one, other) => sign * (timeOf(one) - timeOf(other)));
  const offset = Number(query.get("offset") ?? 0);
  return { json: { data: sorted.slice(offset, offset + Number(query.get("limit") ?? 100)) } };
}

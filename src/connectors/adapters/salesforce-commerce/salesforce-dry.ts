import { answerWith, IS_READ } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** The product that an address names, and whether it names its record in an inventory list. */
function namedBy(url: string) {
  const [, kind, product = ""] = /\/(products|variations|product-inventory-records)\/([^/?]+)(?:\?|$)/.exec(url) ?? [];
  return { isRecord: kind === "product-inventory-records", product };
}
const NOT_THERE = answerWith({ status: 404 });

/**
 * What a site answers of a request that changes something, as its adapter reads it: what was not found there is changed in vain, and
 * then made. Tokens and searches are POST, too.
 */
export function dry(): DryAnswer {
  const made = new Set<string>();
  const answers: Record<ApiRequest["method"], (named: ReturnType<typeof namedBy>) => unknown> = {
    GET: ({ product }) => (made.has(product) ? { inventory: { id: "its own" } } : undefined),
    POST: () => IS_READ,
    PUT: ({ isRecord, product }) => {
      if (!isRecord) made.add(product);
      return {};
    },
    PATCH: ({ isRecord, product }) => (isRecord && !made.has(product) ? {} : NOT_THERE),
    DELETE: () => ({}),
  };
  return ({ method, url }) => answers[method](namedBy(url));
}

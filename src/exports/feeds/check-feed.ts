import { type Static, Type } from "@sinclair/typebox";
import { expandable } from "../../http/input/expand.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type MessageKey, type MessageParams, translate } from "../../http/output/messages.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { openItems } from "./feed-items.ts";
import { FEED_TYPES } from "./feed-types.ts";
import { type FeedItem, isRefused } from "./items-of.ts";
import type { PlannedFeed } from "./plan-feed.ts";
import { SEVERITIES } from "./rules.ts";

export const CHECKED_MAX = 1_000;

/** Which products of a feed to check. Plain data. */
export interface FeedCheckInput {
  feed: PlannedFeed;
  origin: string;
  /** Behind this one, by age. */
  afterRowId: number;
  limit: number;
}

interface CheckedProblem {
  field: string;
  rule: string;
  severity: (typeof SEVERITIES)[number];
  key: MessageKey;
  params: MessageParams;
  value: string | null;
}

/** What a marketplace would say of some products of a feed. */
export interface FeedCheckResult {
  checked: number;
  withErrors: number;
  withWarnings: number;
  items: {
    productId: string;
    variantId: string | null;
    reference: string | null;
    title: string;
    problems: CheckedProblem[];
  }[];
  /** Where the next part begins; `null`: there is none. */
  nextRowId: number | null;
}

export const FeedCheck = Type.Object({
  feed_type: Type.String({ examples: ["google_shopping_xml"] }),
  specification: Type.String({ description: "Where the rules are published." }),
  checked: Type.Integer({ minimum: 0, description: "Items that were looked at." }),
  with_errors: Type.Integer({ minimum: 0, description: "Items that would be refused." }),
  with_warnings: Type.Integer({ minimum: 0, description: "Items that lack something that is recommended." }),
  items: Type.Array(
    Type.Object({
      product_id: Uuid,
      variant_id: orNull(Uuid, "Null: the product itself."),
      reference: orNull(Type.String()),
      title: Type.String(),
      problems: Type.Array(
        Type.Object({
          field: Type.String({ description: "As the specification calls it.", examples: ["image_link"] }),
          rule: oneOf(["required", "max_length", "one_of", "format", "max_count"]),
          severity: oneOf(SEVERITIES),
          message: Type.String({ examples: ["Required: image_link"] }),
          value: orNull(Type.String(), "The value, cut after 100 characters; null if none."),
        }),
      ),
      ...expandable({ product: "product", variant: "variant" }),
    }),
    { description: "Items with problems, oldest products first." },
  ),
  next_cursor: orNull(Type.String(), "Cursor of the next part; null at the end."),
});

const SHOWN_MAX = 100;

function shownItem({ row: { product, variant }, values, problems }: FeedItem): FeedCheckResult["items"][number] {
  return {
    productId: product.id,
    variantId: variant?.id ?? null,
    reference: variant?.sku ?? product.reference,
    title: product.title,
    problems: problems.map(({ field, ...problem }) => {
      const value = values[field];
      const text = typeof value === "string" ? value : value?.join(", ");
      return { field, ...problem, value: text?.slice(0, SHOWN_MAX) ?? null };
    }),
  };
}

function add(result: FeedCheckResult, item: FeedItem): void {
  result.checked++;
  if (isRefused(item)) result.withErrors++;
  else if (item.problems.length > 0) result.withWarnings++;
  if (item.problems.length > 0) result.items.push(shownItem(item));
}

/** Looks at some products of a feed. */
export async function checkFeed(
  { reader, now }: ThreadServices,
  tenantId: string,
  { feed, afterRowId, limit, origin }: FeedCheckInput,
): Promise<FeedCheckResult> {
  // By age, in any order of the file: a cursor is a place in that.
  const { order: _, ...wanted } = feed.wanted;
  const size = { rows: limit, note: () => undefined };
  const result: FeedCheckResult = { checked: 0, withErrors: 0, withWarnings: 0, items: [], nextRowId: null };
  const rowIds = new Set<number>();
  const place = { db: reader(tenantId), nowMs: now(), origin, size };
  const { pages } = openItems({ ...feed, wanted }, place, { limit, afterRowId });
  for await (const page of pages) {
    for (const item of page) {
      add(result, item);
      rowIds.add(item.row.product.rowId);
    }
  }
  return rowIds.size < limit ? result : { ...result, nextRowId: Math.max(...rowIds) };
}

/** As the API answers it. */
export const checkBody = (
  { feedType }: PlannedFeed,
  { items, withErrors, withWarnings, checked }: FeedCheckResult,
  { language, cursor }: { language: "en" | "fr"; cursor: string | null },
): Static<typeof FeedCheck> => ({
  feed_type: feedType,
  specification: FEED_TYPES[feedType].specification,
  checked,
  with_errors: withErrors,
  with_warnings: withWarnings,
  items: items.map(({ productId, variantId, reference, title, problems }) => ({
    product_id: productId,
    variant_id: variantId,
    reference,
    title,
    problems: problems.map(({ key, params, rule, ...problem }) => ({
      ...problem,
      rule: rule as "required", // one of the rules
      message: translate(language, key, params),
    })),
  })),
  next_cursor: cursor,
});

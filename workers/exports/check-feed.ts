import { checkFeed, type FeedCheckInput } from "../../src/exports/feeds/check-feed.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Answers what a marketplace would say of some products of a feed. */
export const check = ({ reader, now }: ThreadServices, tenantId: string, input: FeedCheckInput) =>
  checkFeed(input, { db: reader(tenantId), nowMs: now() });

import type { Static } from "@sinclair/typebox";
import { call, stream } from "../runtime/calls/calls.ts";
import type { FeedCheckInput, FeedCheckResult } from "./feeds/check-feed.ts";
import type { PlannedFeed } from "./feeds/plan-feed.ts";
import type { PreviewInput, ProfilePreview } from "./profiles/preview.ts";
import type { ExportOptions } from "./tasks/export-options.ts";

export const exportStream = stream<ExportOptions>("exports.stream");
export const feedStream = stream<{ feed: PlannedFeed; origin: string }>("exports.stream-feed");
export const checkFeedCall = call<FeedCheckInput, FeedCheckResult>("exports.check-feed");
export const previewCall = call<PreviewInput, Static<typeof ProfilePreview>>("exports.preview");

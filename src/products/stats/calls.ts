import { call } from "../../runtime/calls/calls.ts";
import type { StatsAnswers, StatsRequest } from "./catalog-stats.ts";
import type { rescoreAll } from "./rescore.ts";

export const rescoreCall = call<undefined, Awaited<ReturnType<typeof rescoreAll>>>("products.rescore");
export const statsCall = call<StatsRequest, StatsAnswers[keyof StatsAnswers]>("products.stats", {
  queuedAs: "busy.lists",
});

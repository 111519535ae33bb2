import { answerStats, type StatsAnswers, type StatsRequest } from "../../src/product-stats/stats.ts";
import type { ThreadServices } from "../../src/services.ts";

/** Numbers of the whole catalog. */
export const stats = (
  services: ThreadServices,
  tenantId: string,
  request: StatsRequest,
): Promise<StatsAnswers[keyof StatsAnswers]> => answerStats(services.reader(tenantId), request);

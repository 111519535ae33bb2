import { answerStats, type StatsAnswers, type StatsRequest } from "../../src/products/stats/catalog-stats.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Numbers of the whole catalog. */
export const stats = (
  services: ThreadServices,
  tenantId: string,
  request: StatsRequest,
): Promise<StatsAnswers[keyof StatsAnswers]> => answerStats(services.reader(tenantId), request);

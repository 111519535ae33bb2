import { type PositionSummary, summarizePositions } from "../../db/price-monitor/position-summary.ts";
import type { PositionSummaryRequest } from "../../src/prices/price-monitor/calls.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Counts price positions by brand, category or supplier. */
export const positionSummary = (
  services: ThreadServices,
  tenantId: string,
  { asked, ...part }: PositionSummaryRequest,
): Promise<PositionSummary[]> => summarizePositions(services.reader(tenantId), asked, part);

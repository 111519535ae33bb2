import type { ListedMonitored } from "../../../db/price-monitor/monitored.ts";
import type { PositionQuery } from "../../../db/price-monitor/position-query.ts";
import type { PositionSummary, PositionSummaryRequest } from "../../../db/price-monitor/position-summary.ts";
import type { PositionSort, PricePosition } from "../../../db/price-monitor/positions.ts";
import type { QueuedValidation } from "../../../db/price-monitor/validations.ts";
import type { KeysetPage } from "../../http/input/keyset-page.ts";
import { call, SERVER_MS, stream } from "../../runtime/calls/calls.ts";
import type { NotedCheck } from "./check/note-check.ts";
import type { ValidationPageRequest } from "./history/validation-page.ts";
import type { PositionPageRequest } from "./positions/position-page.ts";
import type { MonitoredPageRequest } from "./watch/monitored-page.ts";

export const checkOneCall = call<{ productId: string }, NotedCheck>("price-monitor.check-one", {
  outsideMs: SERVER_MS,
});

export const monitoredPageCall = call<MonitoredPageRequest, KeysetPage<ListedMonitored>>(
  "price-monitor.monitored-page",
  {
    queuedAs: "busy.prices",
  },
);
export const validationPageCall = call<ValidationPageRequest, KeysetPage<QueuedValidation>>(
  "price-monitor.validation-page",
  {
    queuedAs: "busy.prices",
  },
);
export const positionPageCall = call<PositionPageRequest, KeysetPage<PricePosition>>("price-monitor.position-page", {
  queuedAs: "busy.prices",
});

export const positionSummaryCall = call<PositionSummaryRequest, PositionSummary[]>("price-monitor.position-summary", {
  queuedAs: "busy.prices",
});

export const positionStream = stream<{
  asked: PositionQuery;
  sort: PositionSort;
  isDescending: boolean;
  format: "csv" | "xlsx";
}>("price-monitor.export-positions");

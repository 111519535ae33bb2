import type { PositionQuery } from "../../../db/price-monitor/position-query.ts";
import type { PositionSummary, PositionSummaryRequest } from "../../../db/price-monitor/position-summary.ts";
import type { PositionSort } from "../../../db/price-monitor/positions.ts";
import { call, SERVER_MS, stream } from "../../runtime/calls/calls.ts";
import type { NotedCheck } from "./check/note-check.ts";
import type { MonitoredPage, MonitoredPageRequest } from "./monitored-page.ts";
import type { PositionPage, PositionPageRequest } from "./position-page.ts";
import type { ValidationPage, ValidationPageRequest } from "./validation-page.ts";

export const checkOneCall = call<{ productId: string }, NotedCheck>("price-monitor.check-one", {
  outsideMs: SERVER_MS,
});

export const monitoredPageCall = call<MonitoredPageRequest, MonitoredPage>("price-monitor.monitored-page", {
  queuedAs: "busy.prices",
});
export const validationPageCall = call<ValidationPageRequest, ValidationPage>("price-monitor.validation-page", {
  queuedAs: "busy.prices",
});
export const positionPageCall = call<PositionPageRequest, PositionPage>("price-monitor.position-page", {
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

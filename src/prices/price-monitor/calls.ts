import type { Reader } from "../../../db/ports.ts";
import type { PositionQuery } from "../../../db/price-monitor/position-query.ts";
import type { summarizePositions } from "../../../db/price-monitor/position-summary.ts";
import type { PositionSort } from "../../../db/price-monitor/positions.ts";
import { call, SERVER_MS, stream } from "../../runtime/calls/calls.ts";
import type { NotedCheck } from "./check/note-check.ts";
import type { readPositionPage } from "./positions/position-page.ts";
import type { readMonitoredPage, readValidationPage } from "./sorted-pages.ts";

export const checkOneCall = call<{ productId: string }, NotedCheck>("price-monitor.check-one", {
  outsideMs: SERVER_MS,
});

/** A call that such a function answers; it waits in the queue of all that reads many prices. */
export const pricesCall = <Read extends (db: Reader, input: never) => Promise<unknown>>(name: string) =>
  call<Parameters<Read>[1], Awaited<ReturnType<Read>>>(name, { queuedAs: "busy.prices" });

export const monitoredPageCall = pricesCall<typeof readMonitoredPage>("price-monitor.monitored-page");
export const validationPageCall = pricesCall<typeof readValidationPage>("price-monitor.validation-page");
export const positionPageCall = pricesCall<typeof readPositionPage>("price-monitor.position-page");
export const positionSummaryCall = pricesCall<typeof summarizePositions>("price-monitor.position-summary");

export const positionStream = stream<{
  asked: PositionQuery;
  sort: PositionSort;
  isDescending: boolean;
  format: "csv" | "xlsx";
}>("price-monitor.export-positions");

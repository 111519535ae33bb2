import type { PositionQuery, PositionSort } from "../../../db/price-monitor/positions.ts";
import { call, SERVER_MS, stream } from "../../runtime/calls/calls.ts";
import type { NotedCheck } from "./check/note-check.ts";

export const checkOneCall = call<{ productId: string }, NotedCheck>("price-monitor.check-one", {
  outsideMs: SERVER_MS,
});

export const positionStream = stream<{
  asked: PositionQuery;
  sort: PositionSort;
  isDescending: boolean;
  format: "csv" | "xlsx";
}>("price-monitor.export-positions");

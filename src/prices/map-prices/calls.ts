import type { ViolationFilter } from "../../../db/price-monitor/violations.ts";
import { stream } from "../../runtime/calls/calls.ts";
import { pricesCall } from "../price-monitor/calls.ts";
import type { readCasePage, readViolationPage } from "../price-monitor/sorted-pages.ts";

export const violationPageCall = pricesCall<typeof readViolationPage>("map-prices.violation-page");
export const casePageCall = pricesCall<typeof readCasePage>("map-prices.case-page");

export const violationStream = stream<Omit<ViolationFilter, "sinceMs"> & { format: "csv" | "xlsx" }>(
  "map-prices.export",
);

import { stream } from "../../runtime/calls/calls.ts";

export const violationStream = stream<{
  productId: string | null;
  competitorId: string | null;
  format: "csv" | "xlsx";
}>("map-prices.export");

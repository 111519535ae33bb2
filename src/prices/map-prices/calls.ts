import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { call, stream } from "../../runtime/calls/calls.ts";
import type { CasePage, CasePageRequest } from "./case-page.ts";
import type { ViolationPage, ViolationPageRequest } from "./violation-page.ts";

export const violationPageCall = call<ViolationPageRequest, ViolationPage>("map-prices.violation-page", {
  queuedAs: "busy.prices",
});

export const casePageCall = call<CasePageRequest, CasePage>("map-prices.case-page", { queuedAs: "busy.prices" });

export const violationStream = stream<{
  productId: string | null;
  competitorId: string | null;
  products: ProductFilter;
  format: "csv" | "xlsx";
}>("map-prices.export");

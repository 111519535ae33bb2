import type { ListedCase } from "../../../db/price-monitor/map-cases.ts";
import type { Violation } from "../../../db/price-monitor/violations.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import type { KeysetPage } from "../../http/input/keyset-page.ts";
import { call, stream } from "../../runtime/calls/calls.ts";
import type { CasePageRequest } from "./case-page.ts";
import type { ViolationPageRequest } from "./violation-page.ts";

export const violationPageCall = call<ViolationPageRequest, KeysetPage<Violation>>("map-prices.violation-page", {
  queuedAs: "busy.prices",
});

export const casePageCall = call<CasePageRequest, KeysetPage<ListedCase>>("map-prices.case-page", {
  queuedAs: "busy.prices",
});

export const violationStream = stream<{
  productId: string | null;
  competitorId: string | null;
  products: ProductFilter;
  format: "csv" | "xlsx";
}>("map-prices.export");

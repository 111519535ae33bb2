import type { ProductFilter } from "../../db/products/lists/filter.ts";
import { call } from "../runtime/calls/calls.ts";
import type { ChangesRequest, CountedProducts } from "./changes/find-changes.ts";
import type { ProductCount, ProductPageRequest, ProductPageRows, ReferenceRequest } from "./lists/find-page.ts";

export const byReferenceCall = call<ReferenceRequest, CountedProducts>("products.by-reference", {
  queuedAs: "busy.lists",
});
export const changesCall = call<ChangesRequest, CountedProducts>("products.changes", { queuedAs: "busy.lists" });
export const countCall = call<ProductFilter, ProductCount>("products.count", { queuedAs: "busy.lists" });
export const pageCall = call<ProductPageRequest, ProductPageRows>("products.page", { queuedAs: "busy.lists" });

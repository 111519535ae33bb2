import { Type } from "@sinclair/typebox";
import { ADDRESS_RESULTS } from "../../../db/competitors/addresses.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../price-monitor/policies.ts";
import { addressChanges, CompetitorAddress } from "./address.ts";

const Id = Type.String({ format: "uuid" });

/** `/prices/addresses`: where competitors sell products, as people have entered it. */
export const addressRoutes = (services: Services) =>
  resourceRoutes(services, CompetitorAddress, {
    path: "/prices/addresses",
    tag: "Competitors",
    rights: {
      view: VIEW_MONITOR,
      create: { ...EDIT_MONITOR, refusals: ["DUPLICATE_RESOURCE", "PRODUCT_NOT_FOUND"] },
      edit: { ...EDIT_MONITOR, refusals: ["DUPLICATE_RESOURCE", "PRODUCT_NOT_FOUND"] },
      remove: EDIT_MONITOR,
    },
    changes: addressChanges,
    list: {
      filters: { product_id: Id, competitor_id: Id, is_paused: Type.Boolean(), last_result: oneOf(ADDRESS_RESULTS) },
      counters: "sized",
    },
    leaves: ["put"],
    texts: {
      one: "CompetitorAddress",
      many: "CompetitorAddresses",
      create:
        "A page that checks of the product read from now on, besides those that were observed of late; several of a competitor are possible.",
      read: "With what the last check found there.",
      change: "Absent fields keep their value. Another product, competitor or address forgets the last result.",
      remove: "Checks read it no more, unless it was observed there of late: pause it instead.",
    },
  });

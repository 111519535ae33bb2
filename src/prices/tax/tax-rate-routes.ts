import { resourceRoutes } from "../../kit/resource/resource.ts";
import { SETTINGS } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { Country, TaxClassName } from "./tax-fields.ts";
import { TaxRate, taxRateChanges } from "./tax-rate.ts";

const WRITE = { ...SETTINGS, tier: "WRITE_CONFIG", refusals: [] } as const;

/** `/settings/tax/rates` */
export const taxRateRoutes = (services: Services) =>
  resourceRoutes(services, TaxRate, {
    path: "/settings/tax/rates",
    tag: "Tax",
    rights: { view: { ...SETTINGS, tier: "READ_ADMIN" }, edit: WRITE, remove: WRITE },
    changes: taxRateChanges,
    list: { filters: { tax_class: TaxClassName, country: Country } },
    leaves: ["put"],
    texts: {
      one: "TaxRate",
      create: "Rates of one class and country must not hold on the same day: end one before the next begins.",
      read: "As it was last stored.",
      change: "Absent fields stay as they are, null clears a day.",
      remove: "Prices by it are compared no more, on the days on which no other rate holds.",
    },
  });

import { type Static, Type } from "@sinclair/typebox";
import { orNull } from "../../http/input/fields.ts";
import { settingRoutes } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { setTax } from "./set-tax.ts";
import { Country, TaxClassName } from "./tax-fields.ts";
import { TAX } from "./tax-settings.ts";

const HomeCountry = orNull(
  Country,
  "Whose tax prices contain. Null: tax is left out of account, and amounts are compared as they are stored.",
);
const PricesIncludeTax = Type.Boolean({
  description: "Whether the products' own prices contain tax. Costs never do; MAP and competitors' prices always do.",
});
const DefaultClass = { ...TaxClassName, description: "The tax class of products that name none." };
const Body = Type.Object({
  country: HomeCountry,
  prices_include_tax: PricesIncludeTax,
  default_tax_class: DefaultClass,
});
const Update = Type.Object(
  {
    country: Type.Optional(HomeCountry),
    prices_include_tax: Type.Optional(PricesIncludeTax),
    default_tax_class: Type.Optional(DefaultClass),
  },
  { examples: [{ country: "FR", prices_include_tax: true, default_tax_class: "standard" }] },
);

/** `/settings/tax`: whether prices contain tax, and whose. */
export const taxRoutes = (services: Services) =>
  settingRoutes(services, TAX, {
    path: "/settings/tax",
    tag: "Tax",
    change: setTax,
    body: Body,
    update: Update,
    bodyOf: ({ country, pricesIncludeTax, defaultTaxClass }) => ({
      country,
      prices_include_tax: pricesIncludeTax,
      default_tax_class: defaultTaxClass,
    }),
    changeOf: ({ country, prices_include_tax, default_tax_class }: Static<typeof Update>) => ({
      country,
      pricesIncludeTax: prices_include_tax,
      defaultTaxClass: default_tax_class,
    }),
    texts: {
      one: "Tax",
      get: [
        "Get the tax settings",
        "Until a country is set, tax is left out of account: margins, repricing and exports take amounts as they are stored.",
      ],
      put: ["Set the tax settings", "Absent fields keep their value. Prices that are stored do not change."],
    },
  });

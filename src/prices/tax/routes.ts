import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import { orNull } from "../../http/input/fields.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { setTax } from "./set-tax.ts";
import { Country, TaxClassName } from "./tax-fields.ts";
import { findTaxSettings, type TaxSettings, taxVersion } from "./tax-settings.ts";

const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;

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

const bodyOf = ({ country, pricesIncludeTax, defaultTaxClass }: TaxSettings) => ({
  country,
  prices_include_tax: pricesIncludeTax,
  default_tax_class: defaultTaxClass,
});

/** `/settings/tax`: whether prices contain tax, and whose. */
export const taxRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings/tax", tags: ["Tax"] })
    .use(access(services))
    .get(
      "",
      async ({ db, headers, set }) => {
        const found = await findTaxSettings(db);
        return withETag({ headers, set }, taxVersion(found), bodyOf(found));
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: Body },
        detail: {
          operationId: "getTax",
          summary: "Get the tax settings",
          description:
            "Until a country is set, tax is left out of account: margins, repricing and exports take amounts as they are stored.",
        },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const { country, prices_include_tax: pricesIncludeTax, default_tax_class: defaultTaxClass } = body;
        const stored = await write(setTax, {
          change: { country, pricesIncludeTax, defaultTaxClass },
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, taxVersion(stored), bodyOf(stored));
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: Update,
        response: { 200: Body },
        detail: {
          operationId: "putTax",
          summary: "Set the tax settings",
          description: "Absent fields keep their value. Prices that are stored do not change.",
        },
      },
    );

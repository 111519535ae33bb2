import { versionOf } from "../../http/output/etag.ts";
import { setting } from "../../kit/setting.ts";

/** What a tenant says of the tax in its prices. */
export interface TaxSettings {
  /** Whose tax the prices of products and competitors contain; `null`: tax is left out of account, as amounts are stored. */
  country: string | null;
  /** Whether the products' own prices contain tax. */
  pricesIncludeTax: boolean;
  /** Of products that name none. */
  defaultTaxClass: string;
}

const DEFAULT: TaxSettings = { country: null, pricesIncludeTax: true, defaultTaxClass: "standard" };
export const TAX = setting("tax", DEFAULT, ({ country, pricesIncludeTax, defaultTaxClass }) =>
  versionOf([country, pricesIncludeTax, defaultTaxClass]),
);
export const { find: findTaxSettings } = TAX;

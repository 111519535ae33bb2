import type { Reader } from "../../../db/ports.ts";
import { findSetting } from "../../../db/settings/settings.ts";
import { versionOf } from "../../http/output/etag.ts";

/** What a tenant says of the tax in its prices. */
export interface TaxSettings {
  /** Whose tax the prices of products and competitors contain; `null`: tax is left out of account, as amounts are stored. */
  country: string | null;
  /** Whether the products' own prices contain tax. */
  pricesIncludeTax: boolean;
  /** Of products that name none. */
  defaultTaxClass: string;
}

export const TAX_SETTING = "tax";
const DEFAULT: TaxSettings = { country: null, pricesIncludeTax: true, defaultTaxClass: "standard" };

export const findTaxSettings = async (db: Reader): Promise<TaxSettings> =>
  // Only `setTax` writes it.
  ((await findSetting(db, TAX_SETTING)) as TaxSettings | undefined) ?? DEFAULT;

/** Differs whenever the settings do. */
export const taxVersion = ({ country, pricesIncludeTax, defaultTaxClass }: TaxSettings): string =>
  versionOf([country, pricesIncludeTax, defaultTaxClass]);

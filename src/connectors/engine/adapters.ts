import { amazon } from "../adapters/amazon/platform.ts";
import { bigcommerce } from "../adapters/bigcommerce/platform.ts";
import { cdiscount } from "../adapters/cdiscount/platform.ts";
import { ebay } from "../adapters/ebay/platform.ts";
import { fnacDarty } from "../adapters/fnac-darty/platform.ts";
import { magento } from "../adapters/magento/platform.ts";
import { manomano } from "../adapters/manomano/platform.ts";
import { mirakl } from "../adapters/mirakl/platform.ts";
import { prestashop } from "../adapters/prestashop/platform.ts";
import { salesforceCommerce } from "../adapters/salesforce-commerce/platform.ts";
import { shopify } from "../adapters/shopify/platform.ts";
import { shopware } from "../adapters/shopware/platform.ts";
import { squarespace } from "../adapters/squarespace/platform.ts";
import { wizishop } from "../adapters/wizishop/platform.ts";
import { woocommerce } from "../adapters/woocommerce/platform.ts";
import type { Adapter } from "./adapter.ts";
import type { Platform } from "./define-platform.ts";

/** Every platform: a line here, and a folder that has all the rest. */
export const PLATFORMS: readonly Platform[] = [
  amazon,
  bigcommerce,
  cdiscount,
  ebay,
  fnacDarty,
  magento,
  manomano,
  mirakl,
  prestashop,
  salesforceCommerce,
  shopify,
  shopware,
  squarespace,
  wizishop,
  woocommerce,
];

/** The adapter of a platform. Throws for one that is not in the registry. */
export async function loadAdapter(platformId: string): Promise<Adapter> {
  const platform = PLATFORMS.find(({ id }) => id === platformId);
  if (!platform) throw new TypeError(`There is no adapter for ${platformId}`);
  return platform.adapter();
}

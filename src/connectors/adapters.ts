import type { Adapter } from "./adapter.ts";

/** One adapter a platform, loaded at its first use. */
const ADAPTERS: Readonly<Record<string, () => Promise<Adapter>>> = {
  amazon: async () => (await import("./adapters/amazon.ts")).amazon,
  bigcommerce: async () => (await import("./adapters/bigcommerce.ts")).bigcommerce,
  cdiscount: async () => (await import("./adapters/cdiscount.ts")).cdiscount,
  ebay: async () => (await import("./adapters/ebay.ts")).ebay,
  fnac_darty: async () => (await import("./adapters/fnac-darty.ts")).fnacDarty,
  magento: async () => (await import("./adapters/magento.ts")).magento,
  manomano: async () => (await import("./adapters/manomano.ts")).manomano,
  mirakl: async () => (await import("./adapters/mirakl.ts")).mirakl,
  prestashop: async () => (await import("./adapters/prestashop.ts")).prestashop,
  salesforce_commerce: async () => (await import("./adapters/salesforce-commerce.ts")).salesforceCommerce,
  shopify: async () => (await import("./adapters/shopify.ts")).shopify,
  shopware: async () => (await import("./adapters/shopware.ts")).shopware,
  squarespace: async () => (await import("./adapters/squarespace.ts")).squarespace,
  wizishop: async () => (await import("./adapters/wizishop.ts")).wizishop,
  woocommerce: async () => (await import("./adapters/woocommerce.ts")).woocommerce,
};

/** The adapter of a platform. Throws for one that is not in the registry. */
export async function loadAdapter(platformId: string): Promise<Adapter> {
  const load = ADAPTERS[platformId];
  if (!load) throw new TypeError(`There is no adapter for ${platformId}`);
  return load();
}

import type { Read, ServedDocument } from "./served-document.ts";

/** The page of each platform. Each file is named whole, so that the binary has it. */
const PLATFORMS: Readonly<Record<string, { name: string; en: Read; fr: Read }>> = {
  amazon: {
    name: "Amazon",
    en: () => import("../../../../docs/connectors/amazon.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/amazon.md", { with: { type: "text" } }),
  },
  bigcommerce: {
    name: "BigCommerce",
    en: () => import("../../../../docs/connectors/bigcommerce.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/bigcommerce.md", { with: { type: "text" } }),
  },
  cdiscount: {
    name: "Cdiscount",
    en: () => import("../../../../docs/connectors/cdiscount.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/cdiscount.md", { with: { type: "text" } }),
  },
  ebay: {
    name: "eBay",
    en: () => import("../../../../docs/connectors/ebay.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/ebay.md", { with: { type: "text" } }),
  },
  fnac_darty: {
    name: "Fnac Darty",
    en: () => import("../../../../docs/connectors/fnac_darty.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/fnac_darty.md", { with: { type: "text" } }),
  },
  magento: {
    name: "Magento",
    en: () => import("../../../../docs/connectors/magento.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/magento.md", { with: { type: "text" } }),
  },
  manomano: {
    name: "ManoMano",
    en: () => import("../../../../docs/connectors/manomano.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/manomano.md", { with: { type: "text" } }),
  },
  mirakl: {
    name: "Mirakl",
    en: () => import("../../../../docs/connectors/mirakl.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/mirakl.md", { with: { type: "text" } }),
  },
  prestashop: {
    name: "PrestaShop",
    en: () => import("../../../../docs/connectors/prestashop.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/prestashop.md", { with: { type: "text" } }),
  },
  salesforce_commerce: {
    name: "Salesforce Commerce",
    en: () => import("../../../../docs/connectors/salesforce_commerce.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/salesforce_commerce.md", { with: { type: "text" } }),
  },
  shopify: {
    name: "Shopify",
    en: () => import("../../../../docs/connectors/shopify.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/shopify.md", { with: { type: "text" } }),
  },
  shopware: {
    name: "Shopware",
    en: () => import("../../../../docs/connectors/shopware.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/shopware.md", { with: { type: "text" } }),
  },
  squarespace: {
    name: "Squarespace",
    en: () => import("../../../../docs/connectors/squarespace.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/squarespace.md", { with: { type: "text" } }),
  },
  wizishop: {
    name: "WiziShop",
    en: () => import("../../../../docs/connectors/wizishop.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/wizishop.md", { with: { type: "text" } }),
  },
  woocommerce: {
    name: "WooCommerce",
    en: () => import("../../../../docs/connectors/woocommerce.md", { with: { type: "text" } }),
    fr: () => import("../../../../docs/fr/connectors/woocommerce.md", { with: { type: "text" } }),
  },
};

/** The pages of the platforms, which are found from that of all shops. */
export const PLATFORM_DOCUMENTS: readonly ServedDocument[] = Object.entries(PLATFORMS).map(
  ([id, { name, en, fr }]) => ({
    id: `connectors/${id}`,
    file: `connectors/${id}.md`,
    readers: "integrators",
    title: { en: name, fr: name },
    about: {
      en: `What is sent to ${name} and what that is proven against.`,
      fr: `Ce qui est envoyé à ${name} et contre quoi cela est prouvé.`,
    },
    read: { en, fr },
  }),
);

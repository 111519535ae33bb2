import type { ComponentType } from "preact";
import type { IconName } from "./ui/icon.tsx";
import type { Language } from "./words/words.ts";

/** What a screen is told: the names in its path. */
export interface ScreenProps {
  params: Record<string, string>;
  /** All screens, for those that lead to others. */
  screens: readonly Screen[];
}

/** A screen: where it is, what it is called, who may see it, and how its part of the script is loaded. */
export interface Screen {
  id: string;
  /** Such as `/products/:id/:tab?`. */
  path: string;
  name: Record<Language, string>;
  /** Absent: it has no line in the menu. */
  icon?: IconName;
  /** Below the line of the menu. */
  isSetup?: true;
  /** Who lacks it does not see the screen in the menu. */
  permission?: string;
  /** A tenant without it does not see the screen in the menu. */
  module?: string;
  load: () => Promise<ComponentType<ScreenProps>>;
}

/** All screens, in the order of the menu: a new one is a folder and an entry here. */
export const SCREENS: readonly Screen[] = [
  {
    id: "home",
    path: "/",
    name: { en: "Home", fr: "Accueil" },
    icon: "home",
    load: async () => (await import("./home/home.tsx")).Home,
  },
  {
    id: "products",
    path: "/products",
    name: { en: "Products", fr: "Produits" },
    icon: "product",
    permission: "VIEW_CATALOG",
    load: async () => (await import("./products/products.tsx")).Products,
  },
  {
    id: "imports",
    path: "/imports/:id?",
    name: { en: "Imports", fr: "Imports" },
    icon: "in",
    permission: "MANAGE_IMPORTS",
    module: "imports",
    load: async () => (await import("./imports/imports.tsx")).Imports,
  },
  {
    id: "exports",
    path: "/exports/:tab?",
    name: { en: "Exports", fr: "Exports" },
    icon: "out",
    permission: "MANAGE_EXPORTS",
    module: "exports",
    load: async () => (await import("./exports/exports.tsx")).Exports,
  },
  {
    id: "review",
    path: "/review/:tab?",
    name: { en: "Review", fr: "Relecture" },
    icon: "review",
    permission: "VIEW_CATALOG",
    load: async () => (await import("./review/review.tsx")).Review,
  },
  {
    id: "prices",
    path: "/prices/:tab?",
    name: { en: "Prices", fr: "Prix" },
    icon: "price",
    permission: "VIEW_PRICING",
    module: "pricing",
    load: async () => (await import("./prices/prices.tsx")).Prices,
  },
  {
    id: "shops",
    path: "/shops/:id?",
    name: { en: "Shops", fr: "Boutiques" },
    icon: "shop",
    permission: "MANAGE_CONNECTORS",
    module: "connectors",
    load: async () => (await import("./shops/shops.tsx")).Shops,
  },
  {
    id: "webhooks",
    path: "/webhooks",
    name: { en: "Webhooks", fr: "Webhooks" },
    icon: "hook",
    permission: "MANAGE_WEBHOOKS",
    module: "webhooks",
    load: async () => (await import("./webhooks/webhooks.tsx")).Webhooks,
  },
  {
    id: "setup",
    path: "/setup/:tab?",
    name: { en: "Catalog setup", fr: "Paramètres" },
    icon: "setup",
    isSetup: true,
    permission: "EDIT_CATALOG",
    load: async () => (await import("./setup/setup.tsx")).Setup,
  },
  {
    id: "ai",
    path: "/ai/:tab?",
    name: { en: "AI", fr: "IA" },
    icon: "ai",
    isSetup: true,
    permission: "RUN_ENRICHMENT",
    module: "enrichment",
    load: async () => (await import("./ai/ai.tsx")).Ai,
  },
  {
    id: "people",
    path: "/people/:tab?",
    name: { en: "People and keys", fr: "Personnes et clés" },
    icon: "people",
    isSetup: true,
    permission: "MANAGE_USERS",
    load: async () => (await import("./people/people.tsx")).People,
  },
  {
    id: "operation",
    path: "/operation",
    name: { en: "Operation", fr: "Exploitation" },
    icon: "operation",
    isSetup: true,
    permission: "MANAGE_SETTINGS",
    load: async () => (await import("./operation/operation.tsx")).Operation,
  },
  {
    id: "search",
    path: "/search",
    name: { en: "Search", fr: "Recherche" },
    load: async () => (await import("./search/search.tsx")).Search,
  },
  {
    id: "product",
    path: "/products/:id/:tab?",
    name: { en: "Product", fr: "Produit" },
    load: async () => (await import("./product/product.tsx")).Product,
  },
];

import type { BrowserContextOptions } from "playwright-core";
import { sized } from "../sized.ts";

/** A screen of the console, as its tests open it. */
interface Screen {
  /** What its pictures are called. */
  name: string;
  path: string;
  /** It is shown without a session. */
  isOpen?: true;
  /** A part of a screen that is looked at in every view: two are enough for it. */
  isPart?: true;
}

/** Every screen, one line each: opening, axe-core, widths, languages and pictures follow from it. */
export const SCREENS: readonly Screen[] = [
  { name: "sign-in", path: "/sign-in", isOpen: true },
  { name: "home", path: "/" },
  { name: "products", path: "/products" },
  { name: "product", path: "/products/:product" },
  { name: "product-texts", path: "/products/:product/texts", isPart: true },
  { name: "product-attributes", path: "/products/:product/attributes", isPart: true },
  { name: "product-images", path: "/products/:product/images", isPart: true },
  { name: "product-variants", path: "/products/:product/variants", isPart: true },
  { name: "product-prices", path: "/products/:product/prices", isPart: true },
  { name: "product-stock", path: "/products/:product/stock", isPart: true },
  { name: "product-history", path: "/products/:product/history", isPart: true },
  { name: "imports", path: "/imports" },
  { name: "exports", path: "/exports" },
  { name: "exports-partners", path: "/exports/partners", isPart: true },
  { name: "review", path: "/review" },
  { name: "review-translations", path: "/review/translations", isPart: true },
  { name: "review-prices", path: "/review/prices", isPart: true },
  { name: "review-codes", path: "/review/codes", isPart: true },
  { name: "review-publication", path: "/review/publication", isPart: true },
  { name: "prices", path: "/prices" },
  { name: "prices-lists", path: "/prices/lists", isPart: true },
  { name: "prices-map", path: "/prices/map", isPart: true },
  { name: "prices-alerts", path: "/prices/alerts", isPart: true },
  { name: "prices-competitors", path: "/prices/competitors", isPart: true },
  { name: "prices-rules", path: "/prices/rules", isPart: true },
  { name: "prices-runs", path: "/prices/runs", isPart: true },
  { name: "shops", path: "/shops" },
  { name: "shop", path: "/shops/:shop", isPart: true },
  { name: "ai", path: "/ai" },
  { name: "ai-translation", path: "/ai/translation", isPart: true },
  { name: "ai-prompts", path: "/ai/prompts", isPart: true },
  { name: "ai-spending", path: "/ai/spending", isPart: true },
  { name: "ai-provider", path: "/ai/provider", isPart: true },
  { name: "webhooks", path: "/webhooks" },
  { name: "setup", path: "/setup" },
  { name: "setup-categories", path: "/setup/categories", isPart: true },
  { name: "setup-languages", path: "/setup/languages", isPart: true },
  { name: "people", path: "/people" },
  { name: "keys", path: "/people/keys", isPart: true },
  { name: "operation", path: "/operation" },
  { name: "search", path: "/search?q=knife" },
];

/** How a screen is looked at: which person, which device. */
const ALL_VIEWS = {
  light: { colorScheme: "light", locale: "en-GB", viewport: { width: 1320, height: 780 } },
  "dark-french": { colorScheme: "dark", locale: "fr-FR", viewport: { width: 1320, height: 780 } },
  phone: { colorScheme: "light", locale: "fr-FR", viewport: { width: 360, height: 740 } },
  "phone-dark": { colorScheme: "dark", locale: "en-GB", viewport: { width: 360, height: 740 } },
  // A browser that zooms to 200 % has half the pixels.
  zoomed: { colorScheme: "light", locale: "en-GB", viewport: { width: 660, height: 390 }, deviceScaleFactor: 2 },
} as const;

type Views = Record<string, BrowserContextOptions>;
const { "dark-french": dark, phone, zoomed } = ALL_VIEWS;
/** In CI each colour, language and width is in one view of a screen; at full size they are combined. */
export const VIEWS = sized<Views>({ "dark-french": dark, phone, zoomed }, ALL_VIEWS);

/** The views of a part of a screen: the narrowest and the darkest, in the language with the longer words, in CI both in one. */
export const VIEWS_OF_PARTS = sized<Views>(
  { "phone-dark-french": { ...dark, viewport: phone.viewport } },
  { "dark-french": dark, phone },
);

/** A screen of the console, as its tests open it. */
interface Screen {
  /** What its pictures are called. */
  name: string;
  path: string;
  /** It is shown without a session. */
  isOpen?: true;
}

/** Every screen, one line each: opening, axe-core, widths, languages and pictures follow from it. */
export const SCREENS: readonly Screen[] = [
  { name: "sign-in", path: "/sign-in", isOpen: true },
  { name: "home", path: "/" },
  { name: "products", path: "/products" },
  { name: "imports", path: "/imports" },
  { name: "exports", path: "/exports" },
  { name: "exports-partners", path: "/exports/partners" },
  { name: "review", path: "/review" },
  { name: "review-prices", path: "/review/prices" },
  { name: "review-codes", path: "/review/codes" },
  { name: "review-publication", path: "/review/publication" },
  { name: "prices", path: "/prices" },
  { name: "prices-lists", path: "/prices/lists" },
  { name: "prices-map", path: "/prices/map" },
  { name: "prices-alerts", path: "/prices/alerts" },
  { name: "prices-rules", path: "/prices/rules" },
  { name: "shops", path: "/shops" },
  { name: "ai", path: "/ai" },
  { name: "ai-translation", path: "/ai/translation" },
  { name: "ai-prompts", path: "/ai/prompts" },
  { name: "ai-spending", path: "/ai/spending" },
  { name: "ai-provider", path: "/ai/provider" },
  { name: "webhooks", path: "/webhooks" },
  { name: "setup", path: "/setup" },
  { name: "setup-languages", path: "/setup/languages" },
  { name: "people", path: "/people" },
  { name: "keys", path: "/people/keys" },
  { name: "operation", path: "/operation" },
  { name: "search", path: "/search?q=operation" },
];

/** How a screen is looked at: which person, which device. */
export const VIEWS = {
  light: { colorScheme: "light", locale: "en-GB", viewport: { width: 1320, height: 780 } },
  "dark-french": { colorScheme: "dark", locale: "fr-FR", viewport: { width: 1320, height: 780 } },
  phone: { colorScheme: "light", locale: "fr-FR", viewport: { width: 360, height: 740 } },
  "phone-dark": { colorScheme: "dark", locale: "en-GB", viewport: { width: 360, height: 740 } },
  // A browser that zooms to 200 % has half the pixels.
  zoomed: { colorScheme: "light", locale: "en-GB", viewport: { width: 660, height: 390 }, deviceScaleFactor: 2 },
} as const;

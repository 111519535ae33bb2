import type { Language } from "../../http/output/messages.ts";

/** A version of a platform's API that its adapter speaks. */
interface ApiVersion {
  version: string;
  /** The first day on which the platform need not serve it any more; `null`: no end is announced. */
  endsOn: string | null;
  /** The day on which an end was looked for and none found, where none is announced. */
  lookedOn?: string;
  /** Where that is said. */
  source: string;
}

/** What addresses of Shopify's Admin API name: tested against its schema, `test/runtimes/schemas/`. */
export const SHOPIFY_VERSION = "2026-10";

const DAY_MS = 86_400_000;
/** A version is replaced this long before it ends. */
export const REPLACED_DAYS = 90;

/** When ends were looked for last, on the pages that each names and in public descriptions. */
const LOOKED = "2026-11-30";
/** Where no end is announced it is looked for again within this time. */
const LOOKED_DAYS = 365;

/** The versions of all platforms. `test/connectors/api-versions.test.ts` fails 90 days before one ends, or is to be looked up again. */
export const API_VERSIONS: Readonly<Record<string, ApiVersion>> = {
  amazon: {
    version: "Feeds 2021-06-30, JSON_LISTINGS_FEED 2.0, Orders 2026-01-01",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://developer-docs.amazon.com/sp-api/docs/sp-api-deprecations",
  },
  bigcommerce: {
    version: "V3, orders V2",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://docs.bigcommerce.com/developer/docs/overview/api-fundamentals/deprecations-sunsets",
  },
  cdiscount: {
    version: "Seller v2",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://developer.octopia-io.net/api-reference/",
  },
  ebay: {
    version: "Inventory v1",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://developer.ebay.com/develop/get-started/api-deprecation-status",
  },
  fnac_darty: {
    version: "2.6",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://vendeur.fnac.com/docs/api/2.6/services/",
  },
  magento: {
    version: "REST V1",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://developer.adobe.com/commerce/webapi/rest/",
  },
  manomano: { version: "Partners v1", endsOn: null, lookedOn: LOOKED, source: "https://developer.manomano.com/" },
  mirakl: {
    version: "Seller REST",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3",
  },
  prestashop: {
    version: "Webservice of 8 and 9",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://devdocs.prestashop-project.org/9/webservice/",
  },
  salesforce_commerce: {
    version: "Products v1, Orders v1",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://developer.salesforce.com/docs/commerce/commerce-api",
  },
  shopify: { version: SHOPIFY_VERSION, endsOn: "2027-10-01", source: "https://shopify.dev/docs/api/usage/versioning" },
  shopware: {
    version: "Admin API of 6.6 and 6.7",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://shopware.stoplight.io/docs/admin-api",
  },
  squarespace: {
    version: "Products v2, orders 1.0",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://developers.squarespace.com/commerce-apis/versioning",
  },
  wizishop: { version: "v3", endsOn: null, lookedOn: LOOKED, source: "https://github.com/wizishop/wizishop-php-sdk" },
  woocommerce: {
    version: "v3",
    endsOn: null,
    lookedOn: LOOKED,
    source: "https://woocommerce.github.io/woocommerce-rest-api-docs/",
  },
};

/** How long a version is still served, in whole days; `null`: no end is announced. */
export function daysLeft({ endsOn }: Pick<ApiVersion, "endsOn">, nowMs: number): number | null {
  return endsOn === null ? null : Math.floor((Date.parse(endsOn) - nowMs) / DAY_MS);
}

/** How long a version may still be spoken before somebody looks again, in whole days: until its end, or until one is looked for. */
export function daysToLook({ endsOn, lookedOn }: Pick<ApiVersion, "endsOn" | "lookedOn">, nowMs: number): number {
  const ends = daysLeft({ endsOn }, nowMs);
  if (ends !== null) return ends;
  return (daysLeft({ endsOn: lookedOn ?? "1970-01-01" }, nowMs) ?? 0) + LOOKED_DAYS;
}

const WARNINGS: Record<Language, { soon: string; over: string }> = {
  en: {
    soon: "The platform serves version {version} of its API until {end}: update this service before",
    over: "The platform has not served version {version} of its API since {end}: update this service",
  },
  fr: {
    soon: "La plateforme sert la version {version} de son API jusqu'au {end} : mettez ce service à jour avant",
    over: "La plateforme ne sert plus la version {version} de son API depuis le {end} : mettez ce service à jour",
  },
};

/** Which version a connector speaks, and a warning 90 days before it ends. */
export function apiVersionBody(platformId: string, nowMs: number, language: Language, table = API_VERSIONS) {
  const known = table[platformId];
  if (!known) return null;
  const { version, endsOn } = known;
  const days = daysLeft(known, nowMs);
  const text = days !== null && days < REPLACED_DAYS ? WARNINGS[language][days < 0 ? "over" : "soon"] : null;
  const warning = text?.replace("{version}", version).replace("{end}", endsOn ?? "") ?? null;
  return { version, ends_on: endsOn, warning };
}

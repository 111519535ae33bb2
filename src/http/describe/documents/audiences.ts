import type { OpenAPIV3_1 } from "openapi-types";
import type { Description } from "./schemas.ts";
import { METHODS, partOf } from "./shared-parts.ts";
import { TAG_GROUPS } from "./tags.ts";

/** Who reads a part of the description, and which part that is. */
export interface Audience {
  id: string;
  title: string;
  text: string;
  /** The groups of operations that it has, by the name of `x-tagGroups`. */
  groups: string;
}

/** The parts that Swagger UI shows, one at a time: what it has to read is what it is slow by. */
export const AUDIENCES: readonly Audience[] = [
  {
    id: "catalog",
    title: "Catalog",
    text: "Products and what belongs to them: brands, categories, texts, images, stock, search.",
    groups: "Catalog",
  },
  {
    id: "prices",
    title: "Prices",
    text: "Price lists, competitors, alerts, and what a price should be.",
    groups: "Prices",
  },
  {
    id: "in-and-out",
    title: "In and out",
    text: "Files in and out, shops and marketplaces, webhooks.",
    groups: "In and out",
  },
  {
    id: "ai",
    title: "AI",
    text: "Texts and attributes by models, translation, data sheets and research on the web.",
    groups: "AI",
  },
  {
    id: "machines",
    title: "Machine APIs",
    text: "For ERPs and other programs that keep themselves in step with the catalog.",
    groups: "Machine APIs",
  },
  {
    id: "administration",
    title: "Administration",
    text: "API keys, users, settings and the audit log.",
    groups: "Administration",
  },
];

const GROUPS_OF_TAGS = new Map(TAG_GROUPS.flatMap(({ name, tags }) => tags.map((tag) => [tag.name, name] as const)));

/** The audience whose part has a group of operations, whole. */
export const audienceOf = (tag: string): Audience | undefined =>
  AUDIENCES.find(({ groups }) => groups === GROUPS_OF_TAGS.get(tag)) ?? AUDIENCES[0];

/** Where the integrators' guide describes a group of operations, by heading. */
const IN_THE_GUIDE: Readonly<Record<string, readonly string[]>> = {
  "taking-in-supplier-files": ["Imports", "Import Archive"],
  "templates-sources-and-schedules": ["Import Sources", "Import Configurations", "Mapping Templates"],
  "undo-images-and-codes": ["Pending EANs", "Import Reverts"],
  prices: [
    ...["Pricing", "Price Lists", "Exchange Rates", "Competitors", "Price Monitoring", "Price Alerts"],
    ...["MAP Prices", "Repricing", "Repricing Approvals", "Product Sourcing"],
  ],
  "webhooks-instead-of-polling": ["Webhooks"],
  shops: ["Connectors", "Shop Consent and Webhooks", "Shop Categories and SKUs"],
  "giving-the-catalog-away": ["Exports", "Export Profiles", "Export Feeds", "Export Platforms", "Export Schedules"],
  ai: ["AI Enrichment"],
  prompts: ["Enrichment Prompts"],
  "data-sheets": ["Enrichment Documents"],
  "many-products-within-a-budget": ["Enrichment Batches", "Translation"],
  "research-and-prices-on-the-web": ["Web Research"],
  costs: ["Enrichment Statistics"],
  "shops-and-partners-ext-by-ean": ["External API"],
};
/** The place for all others. */
const FOR_OTHERS = "clients-that-behave-well";
/** One group has the two APIs of machines. */
const OF_ERPS = { path: "/api/v1/appsync/", anchor: "erp-systems-appsync-by-reference-or-ean" };

function anchorInGuide(tag: string, path: string): string {
  if (path.startsWith(OF_ERPS.path)) return OF_ERPS.anchor;
  const [anchor = FOR_OTHERS] = Object.entries(IN_THE_GUIDE).find(([, tags]) => tags.includes(tag)) ?? [];
  return anchor;
}

/** The place in the guide for an operation. */
const placeInGuide = (tag: string, path: string): string => `/docs/guide#${anchorInGuide(tag, path)}`;

/** Email and password, for the dialog of Swagger UI: the form login takes what OAuth2 calls the password flow. */
const SIGN_IN: OpenAPIV3_1.SecuritySchemeObject = {
  type: "oauth2",
  description: "Your e-mail address and password. You stay signed in for 15 minutes, on this page only.",
  flows: { password: { tokenUrl: "/api/v1/auth/login", scopes: {} } },
};

/** What this page can send; cookies and tokens of a session are replaced by signing in. */
const SCHEME_OF: Record<string, string> = {
  bearerAuth: "signIn",
  apiKeyAuth: "apiKeyAuth",
  syncKeyAuth: "syncKeyAuth",
  operatorKey: "operatorKey",
};

/** The same credentials as a page sends them. */
const sendable = (security: Record<string, string[]>[]) =>
  security
    .flatMap((each) => Object.keys(each).flatMap((name) => SCHEME_OF[name] ?? []))
    .map((name) => ({ [name]: [] }));

/** The description with the credentials that a page can send, and a link to the guide for each operation. */
export function forPage(description: Description): Description {
  const paths = Object.entries(description.paths ?? {}).map(([path, item = {}]) => {
    const methods = METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const externalDocs = { description: "In the guide", url: placeInGuide(operation.tags?.[0] ?? "", path) };
      return [[method, { ...operation, externalDocs, security: sendable(operation.security ?? []) }] as const];
    });
    return [path, Object.fromEntries(methods)] as const;
  });
  // Calls go where the page came from: it may connect to nothing else.
  const { servers: _, ...rest } = description;
  return {
    ...rest,
    paths: Object.fromEntries(paths),
    components: {
      ...description.components,
      securitySchemes: { signIn: SIGN_IN, ...description.components?.securitySchemes },
    },
  };
}

/** One audience's part of a description. */
export function partFor(audience: Audience, description: Description): Description {
  // Swagger UI shows calls only; what is sent is in the whole document and in the guide.
  const { webhooks: _, ...calls } = description;
  const calling = { ...calls, paths: description.paths ?? {} };
  const part = partOf(calling, ({ tags: [tag = ""] = [] }) => audienceOf(tag) === audience);
  const { title, version, license } = part.info;
  return {
    ...part,
    info: {
      title: `${title}: ${audience.title}`,
      version,
      ...(license && { license }),
      description: `${audience.text} [What holds for every call](/docs#conventions)`,
    },
  };
}

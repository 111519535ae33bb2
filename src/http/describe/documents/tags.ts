import * as FAMILIES from "../../../families.ts";
import type { Description } from "./schemas.ts";

/** The groups of operations that families bring, in the order in which a newcomer needs them, by audience. At most 25 operations each. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  Catalog: [
    "Authentication",
    "Products",
    "Product Search",
    "Search",
    "Brands",
    "Categories",
    "Suppliers",
    "Product Tags",
    "Product Media",
    "Product Variants",
    "Product Stock",
    "Product Sourcing",
    "Product Languages",
    "Entities",
    "Product Workflow",
    "Product Statistics",
    "Compliance",
    "EAN Lookup",
    "EAN-ASIN Mapping",
  ],
  Prices: [
    "Pricing",
    "Price Lists",
    "Competitors",
    "Price Monitoring",
    "Price Alerts",
    "MAP Prices",
    "Repricing",
    "Repricing Approvals",
  ],
  "In and out": [
    "Imports",
    "Import Sources",
    "Import Configurations",
    "Mapping Templates",
    "Pending EANs",
    "Import Reverts",
    "Import Archive",
    "Exports",
    "Export Profiles",
    "Export Feeds",
    "Export Platforms",
    "Export Schedules",
    "Connectors",
    "Shop Consent and Webhooks",
    "Shop Categories and SKUs",
    "Webhooks",
  ],
  AI: [
    "AI Enrichment",
    "Enrichment Batches",
    "Enrichment Prompts",
    "Enrichment Documents",
    "Web Research",
    "Translation",
    "Enrichment Statistics",
  ],
  "Machine APIs": ["External API"],
  Administration: [
    "Users",
    "API Keys",
    "Settings",
    "Exchange Rates",
    "Tax",
    "Connected Services",
    "Audit Log",
    "Health",
    "Description",
    "Operator",
  ],
};
/** The audience whose groups are not in the public reference. */
const PRIVATE = "Administration";
/** Where those have their place that are not listed. */
const OF_OTHERS = "Catalog";

const TAGS = new Map(
  Object.values(FAMILIES)
    .flatMap(({ tags = [] }) => tags)
    .map((tag) => [tag.name, tag]),
);
const LISTED = new Set(Object.values(ORDER).flat());
const OTHERS = [...TAGS.keys()].filter((name) => !LISTED.has(name));

/** Every group of operations, by audience. */
export const TAG_GROUPS = Object.entries(ORDER).map(([name, listed]) => ({
  name,
  tags: [...listed, ...(name === OF_OTHERS ? OTHERS : [])].flatMap((each) => TAGS.get(each) ?? []),
}));

/** The groups of the public document. */
export const PUBLIC_TAGS: ReadonlySet<string> = new Set(
  TAG_GROUPS.flatMap(({ name, tags }) => (name === PRIVATE ? [] : tags.map((tag) => tag.name))),
);

/** The groups that these operations are in. */
export function tagsOf(paths: Description["paths"]): Pick<Description, "tags" | "x-tagGroups"> {
  const used = new Set(
    Object.values(paths ?? {}).flatMap((item) =>
      Object.values(item ?? {}).flatMap((operation) => (Object(operation) as { tags?: string[] }).tags ?? []),
    ),
  );
  const groups = TAG_GROUPS.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag.name)) }));
  return {
    tags: groups.flatMap(({ tags }) => tags.map(({ name, description }) => ({ name, description }))),
    "x-tagGroups": groups.flatMap(({ name, tags }) =>
      tags.length > 0 ? [{ name, tags: tags.map((tag) => tag.name) }] : [],
    ),
  };
}

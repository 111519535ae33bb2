import { FAMILIES } from "../../families.ts";
import type { Description } from "./description.ts";

/** A group of operations. */
interface Tag {
  name: string;
  description: string;
  /** Shown in the public reference. */
  isPublic?: true;
}

const shown = (name: string, description: string): Tag => ({ name, description, isPublic: true });
const kept = (name: string, description: string): Tag => ({ name, description });

/**
 * Every group of operations, in the order in which a newcomer needs them, by audience; behind the catalog those that families bring. At
 * most 25 operations each.
 */
export const TAG_GROUPS: readonly { name: string; tags: readonly Tag[] }[] = [
  {
    name: "Catalog",
    tags: [
      shown("Authentication", "Sign in, renew a session, and see who you are."),
      shown("Products", "Create, read, list, change and delete products, one by one or many at once."),
      shown("Product Search", "Find products by a structured query."),
      shown("Search", "Find products by words, with facets, suggestions and similar products."),
      shown("Brands", "Who makes products."),
      shown("Categories", "The tree that products are sorted into."),
      shown("Suppliers", "Who delivers products."),
      shown("Product Tags", "Words that products are marked with."),
      shown("Product Media", "Images of products, and the files themselves."),
      shown("Product Variants", "Sizes and colours of a product, their options, and products that belong together."),
      shown("Product Stock", "How many there are, and how that changed."),
      shown("Product Sourcing", "Suppliers of a product with their terms, and which one to order from."),
      shown("Product Languages", "Texts of a product in other languages."),
      shown("Entities", "Channels and subsidiaries, and how each of them shows a product."),
      shown("Product Workflow", "From draft to published, who changed what, and how to take a change back."),
      shown("Product Statistics", "Numbers of the whole catalog, and what is missing in it."),
      shown("Compliance", "Hazards, documents and rules of products."),
      shown("EAN Lookup", "Check EANs and find out what they stand for."),
      shown("EAN-ASIN Mapping", "Which code a product has on a marketplace."),
      ...FAMILIES.flatMap(({ tag }) => (tag ? shown(tag.name, tag.description) : [])),
    ],
  },
  {
    name: "Prices",
    tags: [
      shown("Pricing", "Prices of products by source, with their history."),
      shown("Price Lists", "Lists of prices for customers and channels."),
      shown("Competitors", "Who else sells a product, and for how much."),
      shown("Price Monitoring", "Observed prices of competitors."),
      shown("Price Alerts", "Who is told when a price moves."),
      shown("MAP Prices", "Minimum advertised prices, and who is below them."),
      shown("Repricing", "Rules that set prices, tried out before they are run."),
    ],
  },
  {
    name: "In and out",
    tags: [
      shown("Imports", "Files in: upload, map columns, try, run, and see what went wrong."),
      shown("Import Sources", "Files that are fetched: from a URL, an FTP or SFTP server, or a mailbox."),
      shown("Import Configurations", "Files that are fetched and imported again and again."),
      shown("Mapping Templates", "How the files of a supplier become products, kept for the next one."),
      shown("Pending EANs", "Rows of imports with an EAN that needs a decision."),
      shown("Import Archive", "Old imports, put away."),
      shown("Exports", "Files out: CSV, Excel, JSON and ZIP."),
      shown("Export Profiles", "How products become the rows of a file: columns, languages, prices, variants."),
      shown("Export Feeds", "Files for marketplaces and price comparison sites, each at an address of its own."),
      shown("Export Platforms", "Servers of partners that products are sent to."),
      shown("Export Schedules", "Exports that run by themselves."),
      shown("Connectors", "Shops and marketplaces that are kept in step."),
      shown("Webhooks", "Be told when something changes: subscriptions, deliveries, signatures."),
    ],
  },
  {
    name: "AI",
    tags: [
      shown("AI Enrichment", "Texts and attributes that a model proposes for a product."),
      shown("Enrichment Batches", "The same for many products."),
      shown("Enrichment Prompts", "What models are told."),
      shown("Enrichment Documents", "Data sheets that models read."),
      shown("Web Research", "What the web says about a product."),
      shown("Translation", "Texts of many products in other languages."),
      shown("Enrichment Statistics", "What models made, and what it cost."),
    ],
  },
  {
    name: "Machine APIs",
    tags: [shown("External API", "The two APIs of machines: /ext by EAN, /appsync for an ERP.")],
  },
  {
    name: "Administration",
    tags: [
      kept("Users", "Who works in this tenant, and invitations."),
      kept("API Keys", "Keys of programs, with scopes."),
      kept("Settings", "Languages, publication, synonyms and terms."),
      kept("Connected Services", "ERP, mail, AI and other services that this tenant uses."),
      kept("Audit Log", "Who changed what, and when."),
      kept("Health", "Whether the service works."),
      kept("Description", "What the API is, and what its errors mean."),
      kept("Operator", "What only the operator of the instance can do."),
    ],
  },
];

const TAGS = TAG_GROUPS.flatMap(({ tags }) => tags);

/** The groups of the public document. */
export const PUBLIC_TAGS: ReadonlySet<string> = new Set(TAGS.flatMap(({ name, isPublic }) => (isPublic ? name : [])));

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

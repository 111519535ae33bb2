import type { Reader } from "../../../db/ports.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { BASE_CURRENCY } from "../../kit/cents.ts";
import type { TaxWish } from "../../prices/tax/price-in-tax.ts";
import { findTaxSettings } from "../../prices/tax/tax-settings.ts";
import { findPublication } from "../../settings/publication.ts";
import type { ProfileColumn } from "../profiles/column.ts";
import { exportOf } from "../profiles/find-profile.ts";
import { type ProfileSpec, planProfile } from "../profiles/plan.ts";
import { ExportProfile } from "../profiles/profile.ts";
import type { ProductExport } from "../tables/product-table.ts";
import { FEED_TYPES, type FeedTypeName } from "./feed-types.ts";
import type { FeedFormat } from "./write-items.ts";

/** A feed by the names of the API. */
export interface FeedSpec {
  feed_type: FeedTypeName;
  profile_id: string | null;
  product_url: string | null;
  shop_name: string | null;
  shop_url: string | null;
  language: string | null;
  entity_id: string | null;
  channel: string | null;
  currency: string | null;
  price_tax: TaxWish | null;
  filters: Readonly<Record<string, unknown>>;
  columns: readonly ProfileColumn[];
  leave_out_incomplete: boolean;
}

/** What a feed writes. Plain data: it is handed to a worker thread. */
export interface PlannedFeed extends FeedFormat {
  wanted: ProductExport;
}

type Profile = Omit<ProfileSpec, "language" | "entity_id" | "channel" | "currency" | "price_tax"> &
  Partial<ProfileSpec>;

/** The columns of a kind, with those in place of them that have the same name, and further ones behind. */
function withOwn(columns: readonly ProfileColumn[], own: readonly ProfileColumn[]): ProfileColumn[] {
  const byName = new Map(own.map((column) => [column.name, column]));
  const names = new Set(columns.map(({ name }) => name));
  return [...columns.map((column) => byName.get(column.name) ?? column), ...own.filter(({ name }) => !names.has(name))];
}

/** The profile that is built in, or the one that the feed names; `undefined`: that is gone. */
async function profileOf(db: Reader, feed: FeedSpec): Promise<Profile | undefined> {
  if (feed.profile_id !== null) return ExportProfile.table.find(db, feed.profile_id);
  const type = FEED_TYPES[feed.feed_type];
  const settings = { productUrl: feed.product_url ?? "", currency: feed.currency ?? BASE_CURRENCY };
  const columns = type.columns(settings);
  return { columns, variants: type.variants, filters: {}, sort_by: "created_at", languages: [] };
}

/** Where a problem of the columns is in the feed's own fields: those of the kind are right but for the address of a page. */
function ownProblem(problem: FieldProblem, all: readonly ProfileColumn[], own: readonly ProfileColumn[]): FieldProblem {
  const [, at, member] = /^columns\.(\d+)\.(\w+)$/.exec(problem.field) ?? [];
  if (at === undefined) return problem;
  const index = own.findIndex(({ name }) => name === all[Number(at)]?.name);
  return { ...problem, field: index >= 0 ? `columns.${index}.${member}` : "product_url" };
}

/** The profile with what the feed says otherwise. */
const specOf = (profile: Profile, feed: FeedSpec, otherwise: TaxWish | null): ProfileSpec => ({
  ...profile,
  columns: withOwn(profile.columns, feed.columns),
  filters: { is_active: true, ...profile.filters, ...feed.filters },
  language: feed.language ?? profile.language ?? null,
  entity_id: feed.entity_id ?? profile.entity_id ?? null,
  channel: feed.channel ?? profile.channel ?? null,
  currency: feed.currency ?? profile.currency ?? null,
  // Who buys by a feed pays with tax.
  price_tax: feed.price_tax ?? profile.price_tax ?? otherwise,
});

/** What everybody can fetch is at most what partners are sent. */
async function publicFilter(db: Reader, filter: ProductFilter): Promise<ProductFilter> {
  const { enforce } = await findPublication(db);
  return enforce ? { ...filter, workflowStatuses: ["published"] } : filter;
}

/** Makes a feed ready: which products it has, and how. Says what is wrong with it otherwise. */
export async function planFeed(db: Reader, feed: FeedSpec): Promise<PlannedFeed | { problems: FieldProblem[] }> {
  const profile = await profileOf(db, feed);
  if (!profile) {
    return { problems: [{ field: "profile_id", type: "invalid_value", key: "validation.unknown_reference" }] };
  }
  if (FEED_TYPES[feed.feed_type].needsUrl && feed.profile_id === null && !feed.product_url) {
    return { problems: [{ field: "product_url", type: "missing", key: "feeds.needs_url" }] };
  }
  // A link that readers of the file follow.
  if (feed.product_url && !/^https?:\/\//i.test(feed.product_url)) {
    return { problems: [{ field: "product_url", type: "invalid_format", key: "validation.web_address" }] };
  }
  const { country } = await findTaxSettings(db);
  const spec = specOf(profile, feed, country === null ? null : "included");
  const planned = await planProfile(db, spec);
  if ("problems" in planned) {
    return { problems: planned.problems.map((problem) => ownProblem(problem, spec.columns, feed.columns)) };
  }
  const { plan } = planned;
  return {
    feedType: feed.feed_type,
    wanted: exportOf({ ...planned, filter: await publicFilter(db, planned.filter) }),
    head: {
      shopName: feed.shop_name ?? "",
      shopUrl: feed.shop_url ?? "",
      language: plan.language ?? plan.pivot,
      currency: plan.currency ?? BASE_CURRENCY,
    },
    leavesOut: feed.leave_out_incomplete,
  };
}

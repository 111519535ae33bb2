import { dayOfTime, listChangeDays } from "../../../db/history/product-changes.ts";
import type { Reader } from "../../../db/ports.ts";
import { listBrandNames, listCategoryNames, type NamedCategory } from "../../../db/product-stats/reference-counts.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { statsCall } from "./calls.ts";
import type { StatsAnswers, StatsRequest } from "./catalog-stats.ts";

/** "Within the last 30 days" moves on although nothing changes. */
const VALID_MS = 60_000;

type RequestOf<K extends StatsRequest["kind"]> = Extract<StatsRequest, { kind: K }>;

/** Numbers of the whole catalog, counted in a worker thread; cached while nothing changes, a minute at most. */
export async function findStats<K extends StatsRequest["kind"]>(
  { call, cache, now }: Pick<Services, "call" | "cache" | "now">,
  db: Reader,
  request: RequestOf<K>,
): Promise<StatsAnswers[K]> {
  const key = ["stats", { ...request, nowMs: Math.floor(now() / VALID_MS) }];
  const answer = await cache.answer(db, "catalog", key, () => call(statsCall, db.tenantId, request));
  // The answer to this very request, which says its kind.
  return answer as StatsAnswers[K];
}

type StatsServices = Parameters<typeof findStats>[0];

/** The brands by name, each with the number of its products. */
export async function brandList(services: StatsServices, db: Reader) {
  const counts = await findStats(services, db, { kind: "references", by: "brand" });
  return (await listBrandNames(db)).map((brand) => ({ ...brand, product_count: counts[brand.id] ?? 0 }));
}

/** The categories by level, order and name, each with the number of its own products. */
export async function categoryList(services: StatsServices, db: Reader) {
  const counts = await findStats(services, db, { kind: "references", by: "category" });
  return (await listCategoryNames(db)).map(({ parentId, sortOrder, ...category }) => ({
    ...category,
    parent_id: parentId,
    sort_order: sortOrder,
    product_count: counts[category.id] ?? 0,
  }));
}

export interface CategoryNode extends Pick<NamedCategory, "id" | "name" | "slug" | "level"> {
  product_count: number;
  children: CategoryNode[];
}

/** The same as a tree: the roots, each with what lies below it. */
export async function categoryTree(services: StatsServices, db: Reader): Promise<CategoryNode[]> {
  const nodes = new Map<string, CategoryNode>();
  const roots: CategoryNode[] = [];
  for (const { id, name, slug, level, parent_id, product_count } of await categoryList(services, db)) {
    const node: CategoryNode = { id, name, slug, level, product_count, children: [] };
    nodes.set(id, node);
    // Parents come first: their level is lower.
    const siblings = parent_id === null ? roots : nodes.get(parent_id)?.children;
    siblings?.push(node);
  }
  return roots;
}

const DAY_MS = 86_400_000;
export const CHANGE_DAYS = { usual: 14, most: 90 } as const;

/** How many changes of products each of the last days had, the oldest first; today, which goes on, is the last. */
export async function changeStats(db: Reader, days: number, nowMs: number) {
  const today = dayOfTime(nowMs);
  const counted = await listChangeDays(db, today - days + 1);
  const items = Array.from({ length: days }, (_, index) => {
    const day = today - days + 1 + index;
    return { date: isoOfMs(day * DAY_MS).slice(0, "2026-11-21".length), changes: counted.get(day) ?? 0 };
  });
  return { days, total: items.reduce((sum, { changes }) => sum + changes, 0), items };
}

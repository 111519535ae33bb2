import type { Reader } from "../../../db/ports.ts";
import { countChannel, listTextLanguages } from "../../../db/product-stats/channels.ts";
import {
  countGroups,
  countMissing,
  countScores,
  type Grouping,
  type ScoreCount,
} from "../../../db/product-stats/completeness.ts";
import { countOverview } from "../../../db/product-stats/overview.ts";
import { countByReference } from "../../../db/product-stats/reference-counts.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { GRADES, type Grade, gradeOf } from "../../../db/products/shown.ts";
import { listActiveEntities } from "../../reference/entities/entity.ts";
import { findLanguages } from "../../settings/languages.ts";
import { findPublication } from "../../settings/publication.ts";
import { CRITERIA } from "../fields/completeness.ts";

const DAY_MS = 86_400_000;

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

function byGrade(scores: readonly ScoreCount[]): Record<Grade, number> {
  const grades: Record<Grade, number> = { A: 0, B: 0, C: 0, D: 0 };
  for (const { score, products } of scores) grades[gradeOf(score)] += products;
  return grades;
}

const sumOf = (scores: readonly ScoreCount[]): number => scores.reduce((sum, { products }) => sum + products, 0);

function averageOf(scores: readonly ScoreCount[]): number {
  const total = sumOf(scores);
  return total === 0 ? 0 : oneDecimal(scores.reduce((sum, { score, products }) => sum + score * products, 0) / total);
}

/** The score in the middle; of an even number the mean of the two. */
function medianOf(scores: readonly ScoreCount[]): number {
  const total = sumOf(scores);
  const at = (place: number): number => {
    let passed = 0;
    for (const { score, products } of scores) {
      passed += products;
      if (passed > place) return score;
    }
    return 0;
  };
  return total === 0 ? 0 : (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

/** Ten buckets, the last one up to 100. */
const distributionOf = (scores: readonly ScoreCount[]) =>
  Array.from({ length: 10 }, (_, index) => {
    const min = index * 10;
    const max = index === 9 ? 100 : min + 9;
    return { min, max, count: sumOf(scores.filter(({ score }) => score >= min && score <= max)) };
  });

/** Numbers of the whole catalog. */
export async function overview(db: Reader, { nowMs }: { nowMs: number }) {
  const { total, deleted, counts, byWorkflowStatus } = await countOverview(db, nowMs - 30 * DAY_MS);
  const scores = await countScores(db, {});
  return {
    total,
    deleted,
    ...counts,
    average_completeness: averageOf(scores),
    by_grade: byGrade(scores),
    by_workflow_status: byWorkflowStatus,
  };
}

/** How complete the products of a filter are, and what they lack. */
export async function completenessStats(db: Reader, { filter }: { filter: ProductFilter }) {
  const scores = await countScores(db, filter);
  const missing = await countMissing(db, filter, CRITERIA);
  const total = sumOf(scores);
  return {
    total,
    average: averageOf(scores),
    median: medianOf(scores),
    by_grade: byGrade(scores),
    distribution: distributionOf(scores),
    missing_fields: CRITERIA.map(({ field }) => {
      const count = missing[field] ?? 0;
      return { field, count, percent: total === 0 ? 0 : oneDecimal((count * 100) / total) };
    }),
    publishable: sumOf(scores.filter(({ score }) => score >= (GRADES[1]?.from ?? 70))),
  };
}

/** The products of a filter by brand, category or supplier, the largest group first. */
export async function groupStats(db: Reader, { filter, by }: { filter: ProductFilter; by: Grouping }) {
  const groups = await countGroups(db, filter, by);
  const items = groups.map(({ id, name, products, average, grades: [A, B, C, D] }) => ({
    id,
    name,
    total: products,
    average: oneDecimal(average),
    by_grade: { A, B, C, D },
  }));
  return { items, total: items.length };
}

/** The statistics of the catalog as a whole. */
export type StatsRequest =
  | { kind: "overview"; nowMs: number }
  | { kind: "channels" }
  | { kind: "references"; by: "brand" | "category" }
  | { kind: "completeness"; filter: ProductFilter }
  | { kind: "groups"; filter: ProductFilter; by: Grouping };

/** Each is a look at every product. */
const CHANNELS_MAX = 50;
const MISSING_MAX = 5;

interface Place {
  entity: { id: string; code: string; name: string } | null;
  language: string;
}

/** The catalog in each language that it has texts in, then each active channel in its own. */
async function placesOf(db: Reader, pivot: string): Promise<Place[]> {
  const languages = [pivot, ...(await listTextLanguages(db)).filter((language) => language !== pivot)];
  const entities = await listActiveEntities(db);
  return [
    ...languages.map((language) => ({ entity: null, language })),
    ...entities.map(({ id, code, name, default_language: own }) => ({
      entity: { id, code, name },
      language: own ?? pivot,
    })),
  ].slice(0, CHANNELS_MAX);
}

/** How many products are ready for each channel and language, and what they lack most. */
async function channelStats(db: Reader) {
  const [{ pivot }, { minScore }] = [await findLanguages(db), await findPublication(db)];
  const items = [];
  for (const { entity, language } of await placesOf(db, pivot)) {
    const place = { entityId: entity?.id ?? null, language, pivot, minScore };
    const { products, ready, score, missing } = await countChannel(db, place);
    items.push({
      entity,
      language,
      products,
      ready,
      percent: products === 0 ? 0 : Math.floor((ready * 1000) / products) / 10,
      average: products === 0 ? 0 : Math.round((score * 10) / products) / 10,
      missing: Object.entries(missing)
        .filter(([, count]) => count > 0)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, MISSING_MAX)
        .map(([field, count]) => ({ field, count })),
    });
  }
  return { min_score: minScore, items };
}

export interface StatsAnswers {
  overview: Awaited<ReturnType<typeof overview>>;
  channels: Awaited<ReturnType<typeof channelStats>>;
  /** By id. */
  references: Record<string, number>;
  completeness: Awaited<ReturnType<typeof completenessStats>>;
  groups: Awaited<ReturnType<typeof groupStats>>;
}

/** Answers a request; reads every product. */
export function answerStats(db: Reader, request: StatsRequest): Promise<StatsAnswers[keyof StatsAnswers]> {
  if (request.kind === "overview") return overview(db, request);
  if (request.kind === "channels") return channelStats(db);
  if (request.kind === "references") return countByReference(db, request.by);
  return request.kind === "completeness" ? completenessStats(db, request) : groupStats(db, request);
}
